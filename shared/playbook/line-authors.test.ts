import { describe, expect, it } from 'vitest'
import { countChanges, restoredText, versionPrint, type VersionAuthor } from './versions.ts'
import { lineAuthors } from './line-authors.ts'

const by = (author: VersionAuthor, text: string, at = 0) => ({ author, at, runId: null, text })
const authors = (text: string, ...versions: ReturnType<typeof by>[]): (string | null)[] =>
  lineAuthors(versions, text).map((a) => a?.author ?? null)

describe('who wrote a line', () => {
  it('is whoever wrote it first, also after others wrote around it', () => {
    const mine = '## Quick Tasks\n- [ ] one\n- [ ] two\n'
    expect(
      authors(
        '## Quick Tasks\n- [ ] zero\n- [ ] one\n- [ ] two!\n',
        by('you', mine),
        by('run', mine.replace('- [ ] one', '- [ ] zero\n- [ ] one')),
        by('other', '## Quick Tasks\n- [ ] zero\n- [ ] one\n- [ ] two!\n'),
      ),
    ).toEqual(['you', 'run', 'you', 'other'])
  })
  it('is nobody yet for what is not in any version', () =>
    expect(authors('a\nb\n', by('start', 'a\n'))).toEqual(['start', null]))
  it('stays with a line that is ticked, stamped or moved', () => {
    const list = '## Timestamps\n- Last quick: (never)\n## Quick Tasks\n- [ ] one\n- [ ] two\n'
    const later =
      '## Timestamps\n- Last quick: 2026-11-22 09:41 +01:00\n## Quick Tasks\n- [x] two\n- [ ] one\n'
    expect(authors(later, by('you', list), by('run', later))).toEqual(['you', 'you', 'you', 'you', 'you'])
  })
})

describe('a version', () => {
  const list = '## Timestamps\n- Last quick: (never)\n\n## Quick Tasks\n- [ ] one\n- [x] two\n'
  it('is the same as one that differs in ticks and stamps alone', () => {
    expect(versionPrint(list.replace('(never)', '2026-11-22 09:41 +01:00').replace('[ ]', '[x]'))).toBe(
      versionPrint(list),
    )
    expect(versionPrint(list.replace('one', 'on'))).not.toBe(versionPrint(list))
    expect(countChanges(list, list.replace('[ ] one', '[x] one\n- [ ] more'))).toEqual({
      added: 1,
      removed: 0,
    })
  })
  it('comes back with the times and ticks of today: a tier does not become due by it', () => {
    const today = '## Timestamps\n- Last quick: 2026-11-22 09:41 +01:00\n\n## Quick Tasks\n- [x] one\n'
    expect(restoredText(list, today)).toBe(
      '## Timestamps\n- Last quick: 2026-11-22 09:41 +01:00\n\n## Quick Tasks\n- [x] one\n- [ ] two\n',
    )
    expect(restoredText(list.replaceAll('\n', '\r\n'), today)).toContain('+01:00\r\n')
  })
})
