import { inQuotes } from '../../../../../shared/base/hidden-text.ts'
import type { Redactor } from '../../../../../shared/base/secrets/redactor.ts'
import { err, ok } from '../../../../../shared/base/result.ts'
import { TOOL_LIMITS as MAX } from '../../../../../shared/agents/tool-limits.ts'
import type { Thread } from '../../../../../shared/threads/thread.ts'
import { keepAgentsPage } from '../../agents-pages.ts'
import type { ToolAnswer, WrittenPage } from '../../../ports/agents.ts'
import { outsideOf, type ToolParts } from '../caller.ts'

/** Writes notes and skills of the caller's thread, so many in one run. */
export function pageWriter({ caller, store, ports }: Pick<ToolParts, 'caller' | 'store' | 'ports'>) {
  let written = 0
  return ({ id }: Thread, { title, text, kind }: WrittenPage, { redact }: Redactor): ToolAnswer => {
    const outside = outsideOf(caller)
    if (outside !== null) return err(`${outside} writes no page.`)
    if (written === MAX.pagesPerRun)
      return refused(`This run has written ${MAX.pagesPerRun} pages, which is the limit.`)
    const page = { title: redact(title), text: redact(text), kind }
    const kept = keepAgentsPage(page, id, store, ports.clock.now())
    if (!kept.ok) return refused(kept.error.problem)
    written++
    const { isNew, page: now } = kept.value
    return ok(
      `Written: the ${now.kind} ${inQuotes(now.title)}${isNew ? '' : ', in the place of the one before'}.`,
    )
  }
}

const refused = (why: string): ToolAnswer => err(`${why} Nothing was written.`)
