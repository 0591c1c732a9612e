// What the studio says, in each language, as the build of the playground writes it.
export const WORDS: Record<string, Record<string, string>>;
