import type { ReactNode } from 'react'
import type { ApprovalView } from '../../../shared/agents/approval.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { Chip } from '../../kit/chip.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { CommandFiles } from './command-files.tsx'
import { APPROVAL } from './copy.ts'

/** What asks for it, exactly what would be started, and what of the repository's files that runs. */
export function ApprovalCommand({
  approval,
  folder,
}: {
  approval: ApprovalView
  folder: string // of the repository
}): ReactNode {
  return (
    <div className="min-w-0">
      {approval.tasks.map((task, i) => {
        const place = approval.places[i]
        return (
          <p key={i} className="text-12 wrap-anywhere text-ink-2">
            {place !== undefined && (
              <span className="mr-2 text-ink-3">{APPROVAL.place(place.line, TIER_WORD[place.tier])}</span>
            )}
            <Ticks text={revealHidden(task)} />
          </p>
        )
      })}
      <div className="mt-1.5">
        <Started approval={approval} />
      </div>
      <CommandFiles approval={approval} folder={folder} />
    </div>
  )
}

/** The argument list, or the line that goes to the shell; characters that hide are spelled out. */
const Started = ({ approval }: { approval: ApprovalView }): ReactNode => (
  <div className="selectable font-mono text-12 break-all text-ink">
    {approval.kind === 'shell' ? (
      <>
        <Chip tone="alert" className="mr-2 font-sans">
          {APPROVAL.shell}
        </Chip>
        <span className="whitespace-pre-wrap">{revealHidden(approval.text)}</span>
      </>
    ) : (
      approval.argv.map((arg, i) => (
        <span
          key={i}
          className="mr-1 inline-block rounded-[4px] border border-line bg-sunken px-1.5 whitespace-pre-wrap"
        >
          {revealHidden(arg)}
        </span>
      ))
    )}
  </div>
)
