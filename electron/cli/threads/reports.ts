import { momentText } from '../../../shared/base/clock/time-text.ts'
import { reportsOf, reportsText } from '../../../shared/views/reports.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { Context } from '../kit/context.ts'
import { shownLine } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

/** Who has reported to the master, and what can be done about those who have not; without a master nothing. */
export function showReports(cx: Context, { threads, fleet }: Snapshot): void {
  const reports = reportsOf(threads, cx.now())
  if (reports === null) return
  cx.out.line(reportsText(reports))
  for (const { number, name, silentSince } of reports.silent)
    cx.out.line(
      `  ${number} ${shownLine(name)}: none since ${momentText(silentSince, faceOf(fleet))}. ` +
        `threadbeat beat ${number} --tier daily, or threadbeat why ${number}`,
    )
}
