import { expect, it } from 'vitest'
import { parse } from '../doc.ts'
import { applyEdit } from './edit.ts'
import { isPlainTask } from './plain-task.ts'

const plain = (list: string): boolean => {
  const doc = parse(list)
  return isPlainTask(doc, doc.tasks.at(-1)!)
}

it.each(['', '* [ ] other\r\n', '  + [x] other\n', '- [ ] other\n'])(
  'what the app has added below "%s" is plain, also when it is ticked',
  (others) => {
    const doc = parse(`## Quick Tasks\n${others}`)
    const after = applyEdit(doc, { do: 'addTask', tier: 'quick', text: 'Run `a  b`' })
    if (!after.ok) throw new Error(after.error.message)
    const text = after.value.lines.join('')
    expect(plain(text)).toBe(true)
    expect(plain(text.replace(/\[ \](?=[^[]*$)/, '[x]'))).toBe(true)
  },
)

it.each([
  '- [ ] Run `a`\n  and tell what it said\n',
  '- [ ] Run `a` \n',
  '- [ ]  Run `a`\n',
  '- Run `a`\n',
  '- [ ] Run `a` <!-- mine -->\n',
])('what somebody made of it is not: %s', (line) => expect(plain(`## Quick Tasks\n${line}`)).toBe(false))
