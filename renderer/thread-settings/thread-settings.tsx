import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/snapshot.ts'
import { Play } from 'lucide-react'
import { useActions } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { Row, TextSetting } from '../components/field.tsx'
import { Card, SectionTitle } from '../components/parts.tsx'
import { PauseMenu } from '../components/pause-menu.tsx'
import { dayAndTime } from '../time.ts'
import { Approvals } from './approvals.tsx'
import { ConfigFile } from './config-file.tsx'
import { CopySettings } from './copy-settings.tsx'
import { Danger } from './danger.tsx'
import { Hooks } from './hooks.tsx'
import { Locate } from './locate.tsx'
import { Permissions } from './permissions.tsx'
import { Runner } from './runner.tsx'
import { Schedule } from './schedule.tsx'
import { Shown } from './shown.tsx'
import { Sources } from './sources.tsx'
import { Turns } from './turns.tsx'

export function ThreadSettings({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const actions = useActions()
  return (
    <div className="flex max-w-[880px] flex-col gap-6">
      <section aria-labelledby="trust-title">
        <SectionTitle id="trust-title">Trust and approvals</SectionTitle>
        <Card className="px-4">
          <Row
            label={thread.trusted ? 'This repository is trusted' : 'This repository is not trusted'}
            help={
              thread.trusted
                ? 'Threadbeat may read it and run its own look-only git checks. Commands in HEARTBEAT.md run only when you approved exactly that command.'
                : 'Nothing of it is read or run. Trusting lets Threadbeat read it and run its own look-only git checks; commands in HEARTBEAT.md still need your approval one by one.'
            }
          >
            <Button look={thread.trusted ? 'secondary' : 'primary'} onClick={() => void actions.trust(thread, !thread.trusted)}>{thread.trusted ? 'Stop trusting…' : 'Trust…'}</Button>
          </Row>
          {thread.trusted && <Approvals thread={thread} />}
        </Card>
      </section>
      <section aria-labelledby="schedule-title">
        <SectionTitle id="schedule-title">Schedule</SectionTitle>
        <Card className="px-4">
          <Schedule thread={thread} />
          <Row label="Pause" help={thread.pause === null ? 'No scheduled beats for a while. Beats you ask for still run.' : `${thread.pause.by === 'failures' ? 'Paused after failures' : 'Paused'}: ${thread.pause.reason}${thread.pause.until === null ? '' : `, until ${dayAndTime(thread.pause.until)}`}.`}>
            {thread.pause === null ? <PauseMenu thread={thread} /> : <Button onClick={() => actions.resume(thread)}><Play size={14} /> Resume</Button>}
          </Row>
        </Card>
      </section>
      <ConfigFile thread={thread} />
      <section aria-labelledby="runner-title">
        <SectionTitle id="runner-title">Runner</SectionTitle>
        <Card className="px-4"><Runner key={JSON.stringify({ ...thread.agent, bypassUntil: null })} thread={thread} /><Turns thread={thread} /></Card>
      </section>
      <Permissions thread={thread} />
      <Sources thread={thread} />
      {thread.trusted && <Hooks thread={thread} />}
      <Shown thread={thread} />
      <section aria-labelledby="general-title">
        <SectionTitle id="general-title">General</SectionTitle>
        <Card className="px-4">
          <TextSetting
            label="Name" help="Shown everywhere; the folder keeps its own." value={thread.name} width="w-full" read={(text) => (text === '' || text.length > 100 ? 'The name must have 1 to 100 characters.' : null)}
            onSave={(name) => client.threads.change({ id: thread.id, name })}
          />
          <Locate thread={thread} />
          <CopySettings thread={thread} />
        </Card>
      </section>
      <Danger thread={thread} />
    </div>
  )
}
