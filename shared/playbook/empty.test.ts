import { describe, expect, it } from 'vitest'
import { isEffectivelyEmpty } from './empty.ts'
import { parse, serialize } from './doc.ts'
import { applyEdit } from './edit/edit.ts'
import { seedText } from './templates/template.ts'

const empty: readonly (readonly [string, string])[] = [
  ['an empty file', ''],
  ['newlines', '\n\n\n'],
  ['spaces and tabs', '  \n\t\n'],
  ['CRLF', '\r\n# A\r\n\r\n'],
  ['a byte order mark', '\uFEFF\n# A\n'],
  ['headings', '# A\n## B\n####### seven\n#\n'],
  ['a stub', '-'],
  ['stubs of all kinds', '- \n* \n+\n- [ ]\n- []\n* [x]\n- [X]\n-[ ]\n  - [ ]\n1.\n2)\n1. [ ]\n'],
  ['rules', '# A\n---\n## B\n***\n* * *\n___\n'],
  ['an underlined heading', '====\n'],
  ['a comment', '<!-- add tasks below -->\n'],
  ['a comment of many lines', '<!--\nmany\n- [ ] lines\n-->\n# Heartbeat\n'],
  ['several comments', '<!-- a --> <!-- b -->\n'],
  ['an open comment', '# A\n<!-- never closed\n- task\n'],
  ['fence markers', '```\n```\n'],
  [
    'a fence with comments only',
    '```markdown\n# Keep this file empty to skip beats\n\n# Add tasks below\n```\n',
  ],
  ['front matter', '---\ntitle: "HEARTBEAT.md"\nsummary: workspace template\n---\n\n# HEARTBEAT.md\n'],
  ['front matter with a list', '---\nread_when:\n  - bootstrapping\n---\n'],
  ['a related link', '# HEARTBEAT.md\n\n## Related\n\n- [Heartbeat config](/gateway/config)\n'],
  ['quotes without words', '>\n> \n'],
  [
    'our sections without tasks',
    '# Heartbeat\n\n## Timestamps\n- Last quick: (never)\n\n## Urgent Flags\n(none)\n\n## Quick Tasks ' +
      '(every heartbeat)\n\n- [ ]\n\n## Notes\n(context)\n',
  ],
]
const notEmpty: readonly (readonly [string, string])[] = [
  ['a hash without a space', '#TODO fix the build'],
  ['a task', '# HEARTBEAT.md\n- Task 1'],
  ['a box with words', '- [ ] a'],
  ['a ticked box with words', '- [x] a'],
  ['prose', 'Keep an eye on things.'],
  ['words below front matter', '---\na: b\n---\nlook at mail\n'],
  ['words after a comment', '<!-- c --> look'],
  ['words after a rule', '---\nlook\n---\n'],
  ['a numbered task', '1. look'],
  ['a quote with words', '> look'],
  ['words in a fence', '```\nlook at mail\n```\n'],
  ['a link outside Related', '- [open PRs](https://example.org)\n'],
  ['a strange box', '- [-]'],
  ['a flag', '## Urgent Flags\n- main is red\n'],
  ['a note', '## Notes\nRemember.\n'],
  ['conflict markers', '<<<<<<< HEAD\n'],
  ['a tag', '#heartbeat\n'],
]

describe('isEffectivelyEmpty', () => {
  it.each(empty)('takes %s for empty', (_, text) => expect(isEffectivelyEmpty(text)).toBe(true))
  it.each(notEmpty)('does not take %s for empty', (_, text) => expect(isEffectivelyEmpty(text)).toBe(false))
  it('does not take a missing file for an empty one', () => expect(isEffectivelyEmpty(null)).toBe(false))

  it('takes our own template for empty exactly when its tasks are removed', () => {
    let doc = parse(
      seedText({
        defaultBranch: 'main',
        remote: 'origin',
        hasGh: true,
        threadName: 'x',
        masterNumber: 1,
        bare: false,
      }),
    )
    expect(isEffectivelyEmpty(serialize(doc))).toBe(false)
    for (const { key } of doc.tasks) {
      const edited = applyEdit(doc, { do: 'removeTask', key })
      if (edited.ok) doc = edited.value
    }
    expect(isEffectivelyEmpty(serialize(doc))).toBe(true)
  })
})
