import { Parser } from 'commonmark'
import MarkdownIt from 'markdown-it'
import { parseAnew } from '../../../shared/playbook/doc.ts'
import { versionOf, type Contest } from './contest.ts'

/** What is read out of a list by all of them. */
interface Outline {
  readonly headings: readonly { readonly line: number; readonly title: string }[]
  readonly tasks: readonly Ticked[]
}
interface Ticked {
  readonly line: number
  readonly ticked: boolean
  readonly text: string
}

function ours(text: string): Outline {
  const doc = parseAnew(text)
  return {
    headings: doc.headings.map(({ line, title }) => ({ line, title })),
    tasks: doc.tasks.map(({ line, ticked, text: words }) => ({ line, ticked, text: words })),
  }
}

const TIERS = /^(?:Quick|Hourly|Daily) Tasks/
const taskOf = (line: number, source: string): Ticked => ({
  line,
  ticked: /^\[x\]/.test(source),
  text: source.replace(/^\[[ x]\] /, ''),
})

const commonmark = new Parser()
/** It keeps no source of what is written in a line: that is cut out of the text by its place. */
function ofCommonmark(text: string): Outline {
  const lines = text.split('\n')
  const at = ([line, column]: readonly [number, number]): string => lines[line - 1]!.slice(column - 1)
  const headings = []
  const tasks = []
  let isTier = false
  for (let node = commonmark.parse(text).firstChild; node !== null; node = node.next) {
    if (node.type === 'heading') {
      const title = at(node.sourcepos[0]).replace(/^#+ /, '')
      isTier = TIERS.test(title)
      headings.push({ line: node.sourcepos[0][0], title })
    } else if (node.type === 'list' && isTier)
      for (let item = node.firstChild; item !== null; item = item.next)
        tasks.push(taskOf(item.sourcepos[0][0], at(item.firstChild!.sourcepos[0])))
  }
  return { headings, tasks }
}

const markdownIt = new MarkdownIt()
function ofMarkdownIt(text: string): Outline {
  const tokens = markdownIt.parse(text, {})
  const headings = []
  const tasks = []
  let isTier = false
  for (const [i, token] of tokens.entries()) {
    const line = (token.map?.[0] ?? 0) + 1
    if (token.type === 'heading_open') {
      const title = tokens[i + 1]!.content
      isTier = TIERS.test(title)
      headings.push({ line, title })
    } else if (token.type === 'list_item_open' && token.level === 1 && isTier)
      tasks.push(taskOf(line, tokens[i + 2]!.content.split('\n')[0]!))
  }
  return { headings, tasks }
}

const SIZES = [
  { name: '1 KB', bytes: 1000, times: 200, turns: 5 },
  { name: '50 KB', bytes: 50_000, times: 4, turns: 5 },
  { name: '1 MB', bytes: 1_000_000, times: 1, turns: 1 },
]

/** A list as people write them: code, emphasis, links, details below a task, ticked ones, prose and a block of code. */
function listOf(bytes: number): string {
  const share = Math.max(1, Math.floor((bytes - 400) / 3 / 320))
  const tier = (title: string, word: string): string =>
    `## ${title}\n\n${Array.from({ length: share }, (_, i) => tasksOf(word, i)).join('')}\n`
  return (
    '# Heartbeat: api\n\nWhat to look at, and how often.\n\n' +
    tier('Quick Tasks (every heartbeat)', 'quick') +
    tier('Hourly Tasks (when more than 60 minutes since last hourly)', 'hourly') +
    tier('Daily Tasks (when more than 24 hours since last daily)', 'daily') +
    '## Notes\n\nNothing *here* is done.\n\n```sh\n# not a heading\nnpm test\n```\n\n- just a [link](https://example.org)\n'
  )
}

const tasksOf = (word: string, i: number): string =>
  `- [ ] Run \`git status\` for the ${word} check ${i}; report **uncommitted** or untracked files\n` +
  `- [x] Compare [the list](https://example.org/${word}/${i}) with what is *open*\n` +
  `  and say which of them is older than a week, see \`docs/${i}.md\`\n` +
  `- [ ] Look at branch ${word}-${i}\n` +
  `  - only those that are merged\n`

/** HEARTBEAT.md read anew, as far as all of them read it: its headings and its tasks. */
export const markdownContests = (): readonly Contest[] =>
  SIZES.flatMap(({ name, bytes, times, turns }) => {
    const text = listOf(bytes)
    return [
      { peer: versionOf('commonmark'), theirs: ofCommonmark },
      { peer: versionOf('markdown-it'), theirs: ofMarkdownIt },
    ].map(({ peer, theirs }) => ({
      figure: `headings and tasks of a list of ${name}`,
      peer,
      times,
      turns,
      cases: [{ name, ours: () => ours(text), theirs: () => theirs(text) }],
    }))
  })
