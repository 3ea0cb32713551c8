import { momentText } from '../../../shared/base/clock/time-text.ts'
import {
  FOUND_AT_MOST,
  PAGE_TEXT_CHARS,
  PAGE_TITLE_CHARS,
  QUERY_CHARS,
  sameTitle,
  WRITTEN_BY,
  type KnowledgePage,
  type PageKind,
} from '../../../shared/knowledge/page.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { iso, plain, shownLine } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

const EXAMPLES = `
Examples: threadbeat pages api
          threadbeat pages show api "Flaky tests"
          threadbeat pages search flaky mailer
          threadbeat pages show api "Flaky tests" | sed s/Mondays/Fridays/ | threadbeat pages write api "Flaky tests"
A page is a note, or a skill: how something is done, of which the agents of a team are told. What you write no agent replaces.
Jobs that reflect write notes (threadbeat job add api weekly --reflect --cron "0 9 * * 1"), daily beats the page "Daily reflections",
and agents that work towards a number what they learn, by a tool.`

/** What was written down about a repository: pages list, search, show, write, remove. */
export const pagesCommand: Define = (pages, cx) => {
  pages
    .description('what was written down about a repository, which later beats read')
    .addHelpText('after', EXAMPLES)
  pages
    .command('list', { isDefault: true })
    .description('their titles')
    .argument('<thread>', THREAD_WORDS)
    .option('--json', 'with their texts, for programs')
    .action((name: string, o: { json?: true }) => list(cx, name, o.json === true))
  pages
    .command('search')
    .description('what all threads have reported, answered and written down, by words, the best first')
    .argument('<words...>', `at most ${QUERY_CHARS} characters`)
    .option('--json', 'for programs')
    .action((words: readonly string[], o: { json?: true }) => search(cx, words.join(' '), o.json === true))
  pages
    .command('show')
    .description('one of them, whole')
    .argument('<thread>', THREAD_WORDS)
    .argument('<title>', 'as `pages` shows it')
    .action((name: string, title: string) => show(cx, name, title))
  pages
    .command('write')
    .description('write one from stdin; of a title that is there it takes the place')
    .argument('<thread>', THREAD_WORDS)
    .argument('<title>', `at most ${PAGE_TITLE_CHARS} characters`)
    .option('--skill', 'it says how something is done; agents of the same team are told its title')
    .option('--note', 'it is no skill (usual for a new page)')
    .action((name: string, title: string, o: KindOptions) => write(cx, name, title, o))
  pages
    .command('remove')
    .description('take one away; it is printed, so that it can be written again')
    .argument('<thread>', THREAD_WORDS)
    .argument('<title>', 'as `pages` shows it')
    .action((name: string, title: string) => remove(cx, name, title))
}

async function pagesOf(cx: Context, name: string) {
  const { client, snapshot } = await snapshotOf(cx)
  const { id, name: called } = findThread(snapshot.threads, name)
  return { client, id, called, face: faceOf(snapshot.fleet), pages: await client.knowledge.pages({ id }) }
}

async function list(cx: Context, name: string, json: boolean): Promise<void> {
  const { pages, called, face } = await pagesOf(cx, name)
  if (json) return cx.out.json(pages.map((page) => ({ ...page, at: iso(page.at) })))
  if (pages.length === 0) return cx.out.line(`Nothing is written down about ${plain(called)} yet.`)
  cx.out.table(
    pages.map(({ title, at, kind, by }) => [
      { text: momentText(at, face), paint: cx.out.colors.dim },
      kind,
      WRITTEN_BY[by],
      shownLine(title),
    ]),
  )
}

async function search(cx: Context, text: string, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const found = await client.knowledge.search({ text })
  if (json) return cx.out.json(found.map((one) => ({ ...one, at: iso(one.at) })))
  if (found.length === 0) return cx.out.line('Nothing was found. Try fewer or other words.')
  const face = faceOf(snapshot.fleet)
  for (const { kind, threadId, title, at, excerpt } of found) {
    const name = snapshot.threads.find(({ id }) => id === threadId)?.name ?? 'a thread that was removed'
    const what = title === null ? kind : `${kind} "${shownLine(title)}"`
    cx.out.line(`${momentText(at, face)}  ${what} of ${plain(name)}`)
    for (const line of plain(excerpt).split('\n')) cx.out.line(`  ${line}`)
  }
  if (found.length === FOUND_AT_MOST)
    cx.out.note(`These are the best ${FOUND_AT_MOST}; there may be more. More words find fewer.`)
}

async function show(cx: Context, name: string, title: string): Promise<void> {
  const { pages, called } = await pagesOf(cx, name)
  cx.out.line(plain(byTitle(pages, title, called).text))
}

async function write(cx: Context, name: string, title: string, asked: KindOptions): Promise<void> {
  if (process.stdin.isTTY)
    throw usageError('The text is read from stdin: threadbeat pages write THREAD TITLE < FILE')
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin as AsyncIterable<string>) {
    text += chunk
    if (text.length > PAGE_TEXT_CHARS)
      throw usageError(`Nothing was written: a page has at most ${PAGE_TEXT_CHARS} characters.`)
  }
  if (text.trim() === '') throw usageError('Nothing was written: a page has a text.')
  if (title.trim() === '' || title.length > PAGE_TITLE_CHARS)
    throw usageError(
      `Nothing was written: a title has 1 to ${PAGE_TITLE_CHARS} characters, got ${title.length}.`,
    )
  const { client, id, pages } = await pagesOf(cx, name)
  const before = pages.find((page) => sameTitle(page.title, title))
  const was = before === undefined ? null : { title: before.title, at: before.at }
  const kind = kindOf(asked) ?? before?.kind ?? 'note'
  await client.knowledge.save({ id, was, title, text, kind })
  cx.out.line(before === undefined ? 'Written.' : 'Written in the place of the page before.')
}

interface KindOptions {
  readonly skill?: true
  readonly note?: true
}

/** null: none was given. */
function kindOf({ skill, note }: KindOptions): PageKind | null {
  if (skill && note) throw usageError('A page is a note or a skill: give one of --note and --skill.')
  if (skill) return 'skill'
  return note ? 'note' : null
}

async function remove(cx: Context, name: string, title: string): Promise<void> {
  const { client, id, pages, called } = await pagesOf(cx, name)
  const page = byTitle(pages, title, called)
  await client.knowledge.remove({ id, title: page.title })
  cx.out.line(plain(page.text))
  const again = page.kind === 'skill' ? ' It was a skill: write it again with --skill.' : ''
  cx.out.note(`Removed the page "${shownLine(page.title)}" of ${plain(called)}.${again}`)
}

function byTitle(pages: readonly KnowledgePage[], title: string, thread: string): KnowledgePage {
  const page = pages.find((p) => p.title === title) ?? pages.find((p) => sameTitle(p.title, title))
  if (page === undefined) throw new CliError(`${plain(thread)} has no page "${shownLine(title)}".`)
  return page
}
