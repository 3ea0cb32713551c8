import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Row } from '../kit/field.tsx'
import { Switch } from '../kit/fields/switch.tsx'

/**
 * Never set by itself. Behind `lead` stands what the system says of it, and `asked` until it has answered.
 */
export function StartAtLogin({
  label,
  lead,
  asked,
}: {
  label: string
  lead?: string
  asked: string
}): ReactNode {
  const { client, api, queries } = useBridge()
  const state = useQuery(api.app.autostart.queryOptions({ staleTime: 0 }))
  const set = async (on: boolean): Promise<void> => {
    const now = await attempt(client.app.setAutostart({ on }))
    if (now !== null) queries.setQueryData(api.app.autostart.queryKey(), now)
  }
  return (
    <Row
      label={label}
      help={[lead, state.data?.text ?? (state.isError ? '' : asked)].filter(Boolean).join(' ')}
    >
      <Switch
        label={label}
        checked={state.data?.on === true}
        disabled={state.data?.supported !== true}
        onChange={(on) => void set(on)}
      />
    </Row>
  )
}
