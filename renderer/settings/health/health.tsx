import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { plural } from '../../../shared/base/amounts.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { CopyButton } from '../../kit/text/copy-line.tsx'
import type { Check } from '../../../shared/contract/app.ts'
import { Row } from '../../kit/field.tsx'
import { Skeleton } from '../../kit/parts.tsx'
import { HEALTH_COPY as COPY } from '../copy.ts'
import { navigate, PLACES, useHashSearch } from '../../client/navigation.ts'
import { Section } from '../parts.tsx'
import { TextDialog } from './text-dialog.tsx'

const CHECK = {
  ok: ['quiet', 'OK'],
  off: ['neutral', 'Unused'],
  warn: ['alert', 'Look'],
  fail: ['urgent', 'Failed'],
} as const

export function Diagnostics(): ReactNode {
  const { api } = useBridge()
  const [asked, setAsked] = useState(false)
  const checks = useQuery(api.doctor.queryOptions({ enabled: asked, staleTime: 0 }))
  const bad = checks.data?.filter(({ state }) => state === 'warn' || state === 'fail').length ?? 0
  return (
    <Section id="diagnostics" title={COPY.diagnostics}>
      <Row label={COPY.check} help={COPY.checkHelp}>
        <Button disabled={checks.isFetching} onClick={() => (asked ? void checks.refetch() : setAsked(true))}>
          {checkWord(checks.isFetching, asked)}
        </Button>
        <Button look="ghost" onClick={() => navigate(REPORT)}>
          {COPY.report}
        </Button>
      </Row>
      {checks.isError && (
        <p role="alert" className="py-3 text-12 text-urgent">
          {COPY.failed(messageOf(checks.error))}
        </p>
      )}
      {asked && checks.data === undefined && !checks.isError && <Skeleton rows={6} height={32} />}
      {checks.data !== undefined && (
        <>
          <p role="status" className="pt-3 text-13 font-medium">
            {bad === 0
              ? COPY.allWell(checks.data.length)
              : COPY.some(plural(bad, 'check').replace(/ checks?$/, ''), checks.data.length)}
          </p>
          <ul aria-label={COPY.diagnostics} className="py-2">
            {[...checks.data]
              .sort((a, b) => rank(a.state) - rank(b.state))
              .map((check) => (
                <li key={check.name} className="flex items-baseline gap-3 py-1.5 text-13">
                  <span className="w-16 shrink-0">
                    <Chip tone={CHECK[check.state][0]}>{CHECK[check.state][1]}</Chip>
                  </span>
                  <span className="w-40 shrink-0 font-medium max-[1000px]:w-28">{check.name}</span>
                  <span className="selectable min-w-0 break-words text-ink-2">
                    {check.text}
                    {check.repair !== null && (
                      <span className="block text-12 text-ink-3">{check.repair}</span>
                    )}
                  </span>
                </li>
              ))}
          </ul>
        </>
      )}
      <Report />
    </Section>
  )
}

function checkWord(isFetching: boolean, isAgain: boolean): string {
  if (isFetching) return COPY.checking
  return isAgain ? COPY.again : COPY.run
}

const REPORT = `${PLACES.settings}/advanced?report`

/** Open as long as the address says so: menus of the system lead here too. */
function Report(): ReactNode {
  const { api } = useBridge()
  const isOpen = useHashSearch().has('report')
  const report = useQuery(api.app.report.queryOptions({ enabled: isOpen, staleTime: 0, gcTime: 0 }))
  const close = (): void => navigate(`${PLACES.settings}/advanced`, { replace: true })
  return (
    <TextDialog
      open={isOpen}
      onClose={close}
      title={COPY.reportTitle}
      description={COPY.reportHelp}
      text={{ ...report, data: report.data?.text }}
      failed={COPY.reportFailed}
    >
      {report.data !== undefined && (
        <CopyButton text={report.data.text} what={COPY.theReport} word={COPY.copyReport} />
      )}
    </TextDialog>
  )
}

const rank = (state: Check['state']): number => ['fail', 'warn', 'ok', 'off'].indexOf(state)

export function Logs({ children }: { children: ReactNode }): ReactNode {
  const { client } = useBridge()
  return (
    <Section id="logs" title={COPY.logs}>
      {children}
      <Row label={COPY.showLogs} help={COPY.logsHelp}>
        <Button onClick={() => void attempt(client.app.showLogs())}>{COPY.showLogs}</Button>
      </Row>
    </Section>
  )
}
