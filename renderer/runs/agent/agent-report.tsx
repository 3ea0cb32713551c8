import type { ComponentProps, ReactNode } from 'react'
import type { RunDetail } from '../../../shared/runs/run.ts'
import { Chip } from '../../kit/chip.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { RUN_PAGE as COPY } from '../copy.ts'

type ChipWord = readonly [tone: NonNullable<ComponentProps<typeof Chip>['tone']>, word: string]
const TASK = {
  ok: ['quiet', 'OK'],
  finding: ['alert', 'Finding'],
  failed: ['broken', 'Failed'],
  skipped: ['neutral', 'Skipped'],
} as const satisfies Record<string, ChipWord>

/** What the agent claimed by its report tool; what is believed of it stands under the tasks. */
export function ReportOf({ run }: { run: RunDetail }): ReactNode {
  const { report } = run
  if (report === null) return null
  return (
    <section aria-labelledby="report-title">
      <SectionTitle id="report-title" count={report.status === 'ok' ? COPY.report.ok : COPY.report.attention}>
        {COPY.report.title}
      </SectionTitle>
      <Card>
        {report.tasks.length === 0 && report.alerts.length === 0 && (
          <p className="px-4 py-2.5 text-13 text-ink-3">{COPY.report.empty}</p>
        )}
        <ul>
          {report.alerts.map((a) => (
            <Line key={`alert ${a.key}`} chip={alertChip(a)} name={a.key}>
              {a.text}
            </Line>
          ))}
          {report.tasks.map((t) => (
            <Line key={t.key} chip={TASK[t.outcome]} name={t.key}>
              {t.evidence}
            </Line>
          ))}
        </ul>
      </Card>
    </section>
  )
}

type ReportedAlert = NonNullable<RunDetail['report']>['alerts'][number]
function alertChip({ state, severity }: ReportedAlert): ChipWord {
  if (state === 'gone') return ['neutral', 'Gone']
  return severity === 'urgent' ? ['urgent', 'Urgent'] : ['alert', 'Alert']
}

function Line({
  chip: [tone, word],
  name,
  children,
}: {
  chip: ChipWord
  name: string
  children: string
}): ReactNode {
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0">
      <span className="flex w-20 shrink-0">
        <Chip tone={tone}>{word}</Chip>
      </span>
      <span className="selectable min-w-0 flex-1 whitespace-pre-line">{children}</span>
      <span className="max-w-[30%] shrink-0 truncate font-mono text-12 leading-5 text-ink-3" title={name}>
        {name}
      </span>
    </li>
  )
}
