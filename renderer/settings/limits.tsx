import type { ReactNode } from 'react'
import { DAY, HOUR, MINUTE } from '../../shared/time.ts'
import { Button } from '../components/button.tsx'
import { Row } from '../components/field.tsx'
import { navigate, PLACES } from '../navigation.ts'
import { Interval } from '../thread-settings/schedule.tsx'
import { Count, Duration, Section, type PartProps } from './parts.tsx'

export const Scheduling = ({ settings, change }: PartProps): ReactNode => (
  <Section id="scheduling" title="Schedule and limits">
    <Interval label="Pace of new threads" help="8 min keeps a close eye; 30 min is calm." value={settings.defaultIntervalMs} onSave={(defaultIntervalMs) => change({ defaultIntervalMs })} />
    <Count label="Runs at a time" help="Messages and heartbeats together." value={settings.maxRuns} bounds={[1, 8]} onSave={(maxRuns) => change({ maxRuns })} />
    <Count label="Heartbeats at a time" help="Fewer than the runs, so that a message never waits behind heartbeats." value={settings.maxHeartbeats} bounds={[1, 7]} onSave={(maxHeartbeats) => change({ maxHeartbeats })} />
    <Duration label="Limit of a quick beat" help="After this the run and everything it started is ended." value={settings.quickLimitMs} min="5 s" max="1 h" bounds={[5000, HOUR]} onSave={(quickLimitMs) => change({ quickLimitMs })} />
    <Duration label="Limit of an hourly beat" help="" value={settings.hourlyLimitMs} min="5 s" max="2 h" bounds={[5000, 2 * HOUR]} onSave={(hourlyLimitMs) => change({ hourlyLimitMs })} />
    <Duration label="Limit of a daily beat" help="" value={settings.dailyLimitMs} min="5 s" max="6 h" bounds={[5000, 6 * HOUR]} onSave={(dailyLimitMs) => change({ dailyLimitMs })} />
    <Count label="Work items a beat may take" help="From the Work Queue section of HEARTBEAT.md." value={settings.workPerBeat} bounds={[1, 5]} onSave={(workPerBeat) => change({ workPerBeat })} />
  </Section>
)

export const AgentLimits = ({ settings, change }: PartProps): ReactNode => (
  <Section id="agent-limits" title="Limits of one agent run">
    <Count label="Tool calls of a quick beat" help="More than this, and the run is ended: it went round in circles." value={settings.quickCalls} bounds={[1, 5000]} onSave={(quickCalls) => change({ quickCalls })} />
    <Count label="Tool calls of an hourly beat" help="" value={settings.hourlyCalls} bounds={[1, 5000]} onSave={(hourlyCalls) => change({ hourlyCalls })} />
    <Count label="Tool calls of a daily beat" help="" value={settings.dailyCalls} bounds={[1, 5000]} onSave={(dailyCalls) => change({ dailyCalls })} />
    <Count label="Tool calls of a message" help="" value={settings.messageCalls} bounds={[1, 5000]} onSave={(messageCalls) => change({ messageCalls })} />
    <Count label="The same call one after the other" help="As often as this, and the run is ended." value={settings.repeatedCalls} bounds={[2, 100]} onSave={(repeatedCalls) => change({ repeatedCalls })} />
    <Duration label="A session ends after" help="For threads whose messages share one session: without a message for so long, the next begins a new one." value={settings.sessionIdleMs} min="5 min" max="30 d" bounds={[5 * MINUTE, 30 * DAY]} onSave={(sessionIdleMs) => change({ sessionIdleMs })} />
    <Row label="Budgets" help="Money, tokens and starts, for all threads, a runner or one thread."><Button onClick={() => navigate(PLACES.agents)}>Open Agents</Button></Row>
  </Section>
)
