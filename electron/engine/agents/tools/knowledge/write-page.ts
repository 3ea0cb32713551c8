import { CONCLUSIONS_PAGE, REFLECTIONS_PAGE } from '../../../../../shared/attempts/daily/dated-page.ts'
import { inQuotes, stripHidden } from '../../../../../shared/base/hidden-text.ts'
import { plainLine } from '../../../../../shared/base/one-line.ts'
import type { Redactor } from '../../../../../shared/base/secrets/redactor.ts'
import { err, ok } from '../../../../../shared/base/result.ts'
import { TOOL_LIMITS as MAX } from '../../../../../shared/agents/tool-limits.ts'
import {
  PAGE_TEXT_CHARS,
  PAGE_TITLE_CHARS,
  sameTitle,
  type PageContent,
} from '../../../../../shared/knowledge/page.ts'
import { suspectBecause } from '../../../../../shared/pollination/suspect/withheld.ts'
import type { Thread } from '../../../../../shared/threads/thread.ts'
import type { ToolAnswer, WrittenPage } from '../../../ports/agents.ts'
import type { ToolParts } from '../caller.ts'

/** Writes notes and skills of the caller's thread, so many in one run. What a person wrote stays. */
export function pageWriter({ caller, store, ports }: Pick<ToolParts, 'caller' | 'store' | 'ports'>) {
  let written = 0
  return ({ id }: Thread, asked: WrittenPage, { redact }: Redactor): ToolAnswer => {
    if (caller.hops > 0) return err('A run that another thread started writes no page.')
    if (written === MAX.pagesPerRun)
      return refused(`This run has written ${MAX.pagesPerRun} pages, which is the limit.`)
    const title = plainLine(redact(asked.title))
    const page = { title, text: stripHidden(redact(asked.text)).trim(), kind: asked.kind }
    const there = store.knowledge.pages(id)
    const before = there.find((one) => sameTitle(one.title, title))
    const problem = contentProblem(page) ?? placeProblem(page.title, before, there.length)
    if (problem !== null) return refused(problem)
    const content: PageContent = { ...page, title: before?.title ?? title, by: 'agent' }
    store.knowledge.writePages(id, [content], ports.clock.now())
    written++
    const place = before === undefined ? '' : ', in the place of the one before'
    return ok(`Written: the ${page.kind} ${inQuotes(content.title)}${place}.`)
  }
}

const refused = (why: string): ToolAnswer => err(`${why} Nothing was written.`)

function contentProblem({ title, text, kind }: Omit<PageContent, 'by'>): string | null {
  if (title === '' || title.length > PAGE_TITLE_CHARS)
    return `A title has 1 to ${PAGE_TITLE_CHARS} characters, got ${title.length}.`
  if (text === '' || text.length > PAGE_TEXT_CHARS)
    return `A page has 1 to ${PAGE_TEXT_CHARS} characters, got ${text.length}.`
  const inTitle = suspectBecause(title)
  if (inTitle !== null) return `The title ${inTitle}.`
  // A skill is there to be followed by others.
  const lines = kind === 'skill' ? text.split(/\r?\n/) : []
  for (const [i, line] of lines.entries()) {
    const why = suspectBecause(line)
    if (why !== null) return `Line ${i + 1} of the skill ${why}, so that it is not passed on to other agents.`
  }
  return null
}

function placeProblem(title: string, before: PageContent | undefined, count: number): string | null {
  if ([REFLECTIONS_PAGE, CONCLUSIONS_PAGE].some((kept) => sameTitle(kept, title)))
    return `The page ${inQuotes(title)} is kept by Threadbeat; choose another title.`
  if (before?.by === 'person')
    return `The page ${inQuotes(before.title)} was written by a person and stays as it is; choose another title.`
  if (before === undefined && count >= MAX.pagesOfThread)
    return `This thread has ${count} pages, at most ${MAX.pagesOfThread} are written by agents; replace one that is no longer needed.`
  return null
}
