import { inQuotes, stripHidden } from '../../../shared/base/hidden-text.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { plainLine } from '../../../shared/base/one-line.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { TOOL_LIMITS as MAX } from '../../../shared/agents/tool-limits.ts'
import {
  PAGE_TEXT_CHARS,
  PAGE_TITLE_CHARS,
  isAppsPage,
  sameTitle,
  type KnowledgePage,
  type PageContent,
  type PageKind,
} from '../../../shared/knowledge/page.ts'
import { suspectBecause } from '../../../shared/pollination/suspect/withheld.ts'
import type { Store } from '../ports/store.ts'

/** `kind` null: what the page of that title is, else a note. */
interface AskedPage extends Pick<PageContent, 'title' | 'text'> {
  readonly kind: PageKind | null
}

interface Kept {
  readonly page: PageContent
  readonly isNew: boolean // else it took the place of another
}

/** Why a page was not kept, as one sentence. */
interface NotKept {
  readonly problem: string
  readonly title: string // of what stands there, else as it was asked for
  readonly isPersons: boolean // a person wrote what stands there, or may have
}

/** Keeps a page that an agent wrote, whichever way it came: what a person wrote stays, and what may not reach others is refused. */
export function keepAgentsPage(
  { title: asked, text: body, kind }: AskedPage,
  threadId: ThreadId,
  { knowledge }: Pick<Store, 'knowledge'>,
  now: Instant,
): Result<Kept, NotKept> {
  const title = plainLine(asked)
  const there = knowledge.pages(threadId)
  const before = there.find((one) => sameTitle(one.title, title))
  const page: PageContent = {
    title: before?.title ?? title,
    text: stripHidden(body).trim(),
    kind: kind ?? before?.kind ?? 'note',
    by: 'agent',
  }
  if (before !== undefined && before.by !== 'agent')
    return err({ title: before.title, problem: ofPerson(before), isPersons: true })
  const problem = titleProblem(title) ?? textProblem(page) ?? roomProblem(before, there.length)
  if (problem !== null) return err({ title, problem, isPersons: false })
  knowledge.writePages(threadId, [page], now)
  return ok({ page, isNew: before === undefined })
}

const ofPerson = ({ title, by }: KnowledgePage): string =>
  `The page ${inQuotes(title)} ${by === 'person' ? 'was' : 'may have been'} written by a person and stays as it is; choose another title.`

function titleProblem(title: string): string | null {
  if (title === '' || title.length > PAGE_TITLE_CHARS)
    return `A title has 1 to ${PAGE_TITLE_CHARS} characters, got ${title.length}.`
  if (isAppsPage(title)) return `The page ${inQuotes(title)} is kept by Threadbeat; choose another title.`
  const why = suspectBecause(title)
  return why === null ? null : `The title ${why}.`
}

function textProblem({ text, kind }: PageContent): string | null {
  if (text === '' || text.length > PAGE_TEXT_CHARS)
    return `A page has 1 to ${PAGE_TEXT_CHARS} characters, got ${text.length}.`
  // A skill is there to be followed by others.
  const found = kind === 'skill' ? suspectLine(text) : null
  return found === null
    ? null
    : `Line ${found.line} of the skill ${found.why}, so that it is not passed on to other agents.`
}

/** Each line, and with the next one that is not empty, for a command or an order may be broken in two. */
function suspectLine(text: string): { readonly line: number; readonly why: string } | null {
  const lines = text
    .split(/\r?\n/)
    .map((line, i) => ({ line: i + 1, text: line.replace(/\\\s*$/, '').trim() }))
    .filter((line) => line.text !== '')
  const pairs = lines.slice(1).map((next, i) => ({ ...lines[i]!, text: `${lines[i]!.text} ${next.text}` }))
  for (const { line, text: words } of [...lines, ...pairs]) {
    const why = suspectBecause(words)
    if (why !== null) return { line, why }
  }
  return null
}

const roomProblem = (before: KnowledgePage | undefined, count: number): string | null =>
  before !== undefined || count < MAX.pagesOfThread
    ? null
    : `This thread has ${count} pages, at most ${MAX.pagesOfThread} are written by agents; replace one that is no longer needed.`
