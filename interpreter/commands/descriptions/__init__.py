"""Verbs that describe a game: its options, cards, rules, phases, and where each rule comes from."""
