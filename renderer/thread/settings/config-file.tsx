import { FileCog, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HeartbeatConfig } from '../../../shared/threads/heartbeat-json.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { SessionMode } from '../../../shared/threads/modes.ts'
import { SESSION_WORD } from '../../../shared/views/words.ts'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { CONFIG_FILE_COPY as COPY } from './copy.ts'

/** A value as the rest of the window would say it. */
function wordsOf<K extends keyof HeartbeatConfig>(key: K, value: NonNullable<HeartbeatConfig[K]>): string {
  if (key === 'enabled') return value === true ? 'on' : 'off'
  if (key === 'intervalMs') return value === 0 ? 'off' : COPY.every(formatDuration(value as number))
  if (key === 'session') return SESSION_WORD[value as SessionMode]
  if (key === 'playbook') return value === 'ignore' ? COPY.ignored : String(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'object' && 'start' in value && 'end' in value)
    return COPY.fromTo(value.start, value.end)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** In the place of a control: the file of the repository decides. */
export const SetByFile = ({ thread, value }: { thread: ThreadView; value: string }): ReactNode => (
  <span className="text-right text-13 text-ink-2">
    {value}
    <span className="flex items-center justify-end gap-1 text-12 text-ink-3">
      <FileCog aria-hidden size={13} /> {COPY.setBy(thread.config?.file ?? 'HEARTBEAT.json')}
    </span>
  </span>
)

/** What a file beside HEARTBEAT.md sets for this thread; it is read, never written. */
export function ConfigFile({ thread }: { thread: ThreadView }): ReactNode {
  const { config } = thread
  const values = Object.entries(config?.values ?? {}).filter(([, value]) => value !== undefined)
  return (
    <section aria-labelledby="config-title">
      <SectionTitle id="config-title">HEARTBEAT.json</SectionTitle>
      <Card className="px-4 py-3">
        {config === null ? (
          <p className="text-12 text-ink-3">{COPY.none}</p>
        ) : (
          <>
            <p className="text-12 text-ink-3">
              <code className="font-mono text-12 text-ink-2">{config.file}</code> {COPY.inUse}
            </p>
            {values.length === 0 && <p className="mt-2 text-13 text-ink-2">{COPY.nothing}</p>}
            {values.length > 0 && (
              <dl className="selectable mt-2 grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">
                {values.map(([key, value]) => (
                  <div key={key} className="col-span-2 grid grid-cols-subgrid">
                    <dt className="text-ink-2">{COPY.labels[key] ?? key}</dt>
                    <dd
                      className={
                        key === 'playbook' && value === 'ignore'
                          ? 'font-medium text-alert'
                          : '[overflow-wrap:anywhere]'
                      }
                    >
                      {wordsOf(key as keyof HeartbeatConfig, value as never)}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {config.problems.length > 0 && (
              <div
                role="group"
                aria-label={COPY.problems}
                className="mt-3 rounded-control bg-alert-tint px-3 py-2"
              >
                <p className="flex items-center gap-1.5 text-12 font-medium text-alert">
                  <TriangleAlert aria-hidden size={13} /> {COPY.notCounted(config.problems.length)}
                </p>
                <ul className="selectable mt-1 list-disc pl-5 text-12 text-ink">
                  {config.problems.map((p) => (
                    <li key={p}>{p}</li>
                  ))}
                </ul>
              </div>
            )}
          </>
        )}
      </Card>
    </section>
  )
}
