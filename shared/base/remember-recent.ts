const RECENT = 4
/** What is read from a text takes many times the memory of it. */
const MOST_CHARS = 50_000

/** The same reading, that of the last few texts from memory: one beat reads its file five times, mostly unchanged. */
export function rememberRecent<T>(read: (text: string) => T): (text: string) => T {
  const recent: { readonly text: string; readonly value: T }[] = []
  return (text) => {
    const at = recent.findIndex((one) => one.text === text)
    const [known] = at === -1 ? [] : recent.splice(at, 1)
    const one = known ?? { text, value: read(text) }
    if (text.length <= MOST_CHARS) recent.unshift(one)
    recent.length = Math.min(recent.length, RECENT)
    return one.value
  }
}
