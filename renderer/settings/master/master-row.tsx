import { useMemo, type ReactNode } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { MASTER_NUMBER } from '../../../shared/threads/master.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useLive } from '../../client/live.ts'
import { Row } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { toast } from '../../kit/shown/toast.ts'
import { MASTER_COPY as COPY } from './copy.ts'

const NOBODY = 'nobody'
const FOLDER = 'folder'

/** Which thread is the master: none, one that is there, or a folder that the app makes for it. */
export function MasterRow(): ReactNode {
  const { client } = useBridge()
  const threads = useLive((live) => live.threads)
  const all = useMemo(() => [...threads.values()].toSorted((a, b) => a.number - b.number), [threads])
  const master = all.find(({ role }) => role === 'master')
  // The folder, once made, is a thread as any other.
  const hasFolder = all.some(({ number }) => number === MASTER_NUMBER)
  const options: Record<string, string> = {
    [NOBODY]: COPY.nobody,
    ...(!hasFolder && { [FOLDER]: COPY.folder }),
    ...Object.fromEntries(all.map(({ id, number, name }) => [id, `${number} ${name}`])),
  }
  const choose = async (to: string): Promise<void> => {
    const chosen = await attempt(client.threads.setMaster(wish(to)))
    for (const note of chosen?.notes ?? []) toast.error(note)
  }
  const wish = (to: string) =>
    to === NOBODY || to === FOLDER ? ({ to } as const) : ({ to: 'thread', id: to as ThreadId } as const)
  return (
    <Row
      label={COPY.label}
      help={COPY.help(MASTER_NUMBER)}
      error={master?.trusted === false ? COPY.untrusted(master.name) : null}
    >
      <Select<string>
        label={COPY.label}
        value={master?.id ?? NOBODY}
        options={options}
        onChange={(to) => void choose(to)}
      />
    </Row>
  )
}
