interface FirstWords {
  /** null: not given, or without its folder. */
  readonly dataDir: string | null
  /** All but the options of the program itself. */
  readonly words: readonly string[]
}

/** What was typed, read before the library that reads all of it is loaded. */
export function firstWords(argv: readonly string[]): FirstWords {
  let dataDir: string | null = null
  const words: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!
    if (word === '--data-dir' && argv[i + 1] !== undefined) dataDir = argv[++i]!
    else if (word.startsWith('--data-dir=')) dataDir = word.slice('--data-dir='.length)
    else if (word !== '--no-color') words.push(word)
  }
  return { dataDir, words }
}
