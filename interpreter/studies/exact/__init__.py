"""Small games, worked out whole: their tree, best answers, and strategies against which none gains."""
