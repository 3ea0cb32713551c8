import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, RotateCw } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { WebhookIn as View } from '../../../shared/contract/app.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { CopyButton, CopyLine } from '../../kit/text/copy-line.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Row } from '../../kit/field.tsx'
import { Switch } from '../../kit/fields/switch.tsx'
import { Skeleton } from '../../kit/parts.tsx'
import { WEBHOOK_IN_COPY as COPY } from './webhooks-copy.ts'
import { useLive } from '../../client/live.ts'
import { Count, Section, type PartProps } from '../parts.tsx'

/** Free on most machines, and easy to remember. */
const USUAL_PORT = 7327

/** News from other programs of this machine: off until a person switches it on. */
export function WebhookIncoming({ settings, change }: PartProps): ReactNode {
  const { api, queries } = useBridge()
  const { webhookPort } = settings
  const view = useQuery(api.webhooks.incoming.queryOptions({ staleTime: 0 }))
  // The port is taken by the engine after the setting changed; the answer follows it.
  useEffect(
    () => void queries.invalidateQueries({ queryKey: api.webhooks.incoming.key() }),
    [queries, api, webhookPort],
  )
  const set = async (port: number | null): Promise<void> => {
    await change({ webhookPort: port })
    await queries.invalidateQueries({ queryKey: api.webhooks.incoming.key() })
  }
  return (
    <Section id="webhook-in" title={COPY.title}>
      <Row label={COPY.listen} help={COPY.listenHelp}>
        <Switch
          label={COPY.listen}
          checked={webhookPort !== null}
          onChange={(on) => void attempt(set(on ? USUAL_PORT : null), on ? undefined : COPY.off)}
        />
      </Row>
      {webhookPort !== null && (
        <Count
          label="Port"
          help={COPY.portHelp}
          width="w-24"
          value={webhookPort}
          bounds={[1024, 65535]}
          onSave={set}
        />
      )}
      {view.isError && (
        <p role="alert" className="py-3 text-12 text-urgent">
          {COPY.failed(messageOf(view.error))}
        </p>
      )}
      {webhookPort !== null && view.isPending && <Skeleton rows={2} height={40} />}
      {webhookPort !== null && view.isSuccess && <Listening view={view.data} />}
    </Section>
  )
}

function Listening({ view }: { view: View }): ReactNode {
  const { client, api, queries } = useBridge()
  const [isShown, setShown] = useState(false)
  const first = useLive((live) => [...live.threads.values()].find((t) => t.trusted)?.number ?? 2)
  const rotate = async (): Promise<void> => {
    if (!(await confirm({ title: COPY.newTitle, yes: COPY.newYes, danger: true, text: COPY.newText }))) return
    const fresh = await attempt(client.webhooks.rotate(), COPY.newDone)
    if (fresh !== null) queries.setQueryData(api.webhooks.incoming.queryKey(), fresh)
  }
  return (
    <>
      <Row
        label="State"
        help={view.problem ?? (view.running ? COPY.taken : COPY.starting)}
        {...(view.problem !== null && { error: COPY.otherPort })}
      >
        <State view={view} />
      </Row>
      {view.url !== null && (
        <div className="border-b border-line py-3">
          <p className="mb-1.5 text-13 font-medium">Address</p>
          <CopyLine text={view.url} what={COPY.theAddress} />
        </div>
      )}
      <div className="border-b border-line py-3">
        <p className="mb-1.5 text-13 font-medium">Token</p>
        <div className="flex items-center gap-1.5">
          <code
            role="group"
            aria-label={isShown ? 'Token' : COPY.hiddenToken}
            className="selectable min-w-0 flex-1 rounded-control border border-line bg-sunken px-2.5 py-1.5 font-mono text-12 break-all"
          >
            {isShown ? view.token : '•'.repeat(32)}
          </code>
          <Button size="s" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff size={13} /> : <Eye size={13} />} {isShown ? 'Hide' : 'Show'}
          </Button>
          <CopyButton text={view.token} what={COPY.theToken} word="Copy" />
          <Button size="s" onClick={() => void rotate()}>
            <RotateCw size={13} /> New…
          </Button>
        </div>
      </div>
      {view.url !== null && (
        <div className="py-3">
          <p className="text-13 font-medium">{COPY.tryIt}</p>
          <p className="mb-1.5 text-12 text-ink-3">{COPY.tryHelp}</p>
          <CopyLine text={exampleOf(view.url, first)} what={COPY.theCommand} />
        </div>
      )}
    </>
  )
}

function State({ view }: { view: View }): ReactNode {
  if (view.running) return <Chip tone="quiet">Listening</Chip>
  if (view.problem !== null) return <Chip tone="urgent">{COPY.notListening}</Chip>
  return <Chip tone="neutral">Starting</Chip>
}

/** The token stays out of it, so that it does not end up in a shell’s history. */
const exampleOf = (url: string, thread: number): string => {
  const body = JSON.stringify({ thread, text: COPY.example, wake: 'now' })
  return `curl -X POST ${url} -H "Authorization: Bearer $THREADBEAT_TOKEN" -H 'Content-Type: application/json' -d '${body}'`
}
