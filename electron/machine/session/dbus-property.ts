import { BUS, connectSessionBus, connectSystemBus, type Bus } from './dbus.ts'
import type { Target, Value } from './dbus-messages.ts'

/** One property of one object of a service. */
export interface PropertySource {
  readonly service: string
  readonly path: string
  readonly iface: string
  readonly property: string
}

/**
 * null: not Linux, no bus, nobody behind the name, or no answer. Starts no service by asking. Never
 * rejects.
 */
export async function readProperty(source: PropertySource): Promise<Value> {
  const bus = await connect()
  if (bus === null) return null
  try {
    return await getProperty(bus, source)
  } finally {
    bus.close()
  }
}

/** When the owner of a name comes, goes or changes, as a match rule. */
export const ownerRule = (service: string): string =>
  `type='signal',sender='${BUS.destination}',member='NameOwnerChanged',arg0='${service}'`

/** `watchAnswer` of one property on the system bus. */
export const watchProperty = (source: PropertySource, changed: (value: Value) => void): (() => void) =>
  watchAnswer(
    {
      rules: [ownerRule(source.service), `type='signal',sender='${source.service}',path='${source.path}'`],
      ask: (bus) => getProperty(bus, source),
    },
    changed,
  )

interface Question {
  readonly bus?: 'system' | 'session' // system
  /** Match rules: at a signal that fits it is asked anew. */
  readonly rules: readonly string[]
  /** Never rejects. */
  readonly ask: (bus: Bus) => Promise<Value>
}

/**
 * Called with what is found first and with each change; null: it cannot be told (any more). Sleeps between
 * the signals: without a bus it ends after one look, and a bus that is lost is not looked for again, since
 * it goes only when the system does. Returns its end. Never throws.
 */
export function watchAnswer(
  { bus: which = 'system', rules, ask: answer }: Question,
  changed: (value: Value) => void,
): () => void {
  let isStopped = false
  let bus: Bus | null = null
  let last: Value | undefined // undefined: nothing told yet
  let isAsking = false
  let isStale = false

  const tell = (value: Value): void => {
    if (isStopped || value === last) return
    last = value
    changed(value)
  }
  async function ask(from: Bus): Promise<void> {
    isStale = true
    if (isAsking) return
    isAsking = true
    let value: Value = null
    while (isStale) {
      isStale = false
      value = await answer(from)
    }
    isAsking = false
    tell(value)
  }
  async function watch(): Promise<void> {
    const connected = await connect(which)
    if (connected === null) return tell(null)
    if (isStopped) return connected.close()
    bus = connected
    connected.onClose(() => tell(null))
    connected.onSignal(() => void ask(connected))
    for (const rule of rules) await connected.call(BUS, 'AddMatch', rule).catch(() => {})
    await ask(connected)
  }

  void watch()
  return () => {
    isStopped = true
    bus?.close()
  }
}

/** null: there is none here. */
export const connect = async (which: 'system' | 'session' = 'system'): Promise<Bus | null> =>
  process.platform === 'linux'
    ? (which === 'system' ? connectSystemBus() : connectSessionBus()).catch(() => null)
    : null

/** null: nobody behind the name, or no answer. Never rejects. */
export async function getProperty(
  bus: Bus,
  { service, path, iface, property }: PropertySource,
): Promise<Value> {
  const target: Target = { destination: service, path, iface: 'org.freedesktop.DBus.Properties' }
  try {
    // a call to nobody would start the service
    const [isThere] = await bus.call(BUS, 'NameHasOwner', service)
    const [value] = isThere === true ? await bus.call(target, 'Get', iface, property) : []
    return value ?? null
  } catch {
    return null
  }
}
