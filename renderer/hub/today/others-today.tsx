import type { ReactNode } from 'react'
import type { OthersDetails } from '../../../shared/hub/others/others.ts'
import { SectionTitle } from '../../kit/parts.tsx'
import type { ShownOthers } from '../choice.ts'
import { HUB } from '../copy.ts'
import { Alerts } from '../inbox/others-inbox.tsx'
import { OthersFrame, WithDetails } from '../others-frame.tsx'
import { RemoteThreads } from '../threads/remote-threads.tsx'
import { OTHER_TODAY as COPY } from './copy.ts'

/** Today of another machine: what needs somebody there, then its threads. Of all of them Today itself has a block. */
export const OthersToday = ({ shown }: { shown: ShownOthers }): ReactNode =>
  shown.is === 'one' ? (
    <OthersFrame shown={shown} title={COPY.title}>
      <WithDetails shown={shown}>{(details) => <Machine shown={shown} details={details} />}</WithDetails>
    </OthersFrame>
  ) : null

function Machine({
  shown,
  details,
}: {
  shown: Extract<ShownOthers, { is: 'one' }>
  details: OthersDetails
}): ReactNode {
  const { openAlerts, threads } = shown.machine
  return (
    <>
      {openAlerts === 0 ? (
        <p className="mb-5 text-13 text-ink-3">{COPY.calm}</p>
      ) : (
        <>
          <SectionTitle count={HUB.openAlerts(openAlerts)}>{COPY.needs}</SectionTitle>
          <Alerts shown={shown} details={details} withPut={false} />
        </>
      )}
      <SectionTitle count={HUB.threads(threads)}>{COPY.threads}</SectionTitle>
      <RemoteThreads shown={shown} threads={details.threads} lists={details.lists} />
    </>
  )
}
