import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What the kernel counted in a network of its own, of which only the loopback is up. */
export interface Counted {
  /** TCP connections and UDP addresses asked for that no way leads to: all but loopback. */
  readonly outside: number
  readonly connections: number // opened over TCP, to the loopback
  readonly datagrams: number // sent over UDP, to the loopback, where a resolver may be
  readonly packets: number // over the loopback, whoever sent them
}

const LOOPBACK_ONLY = ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const

/** A command, in a network of its own of which only the loopback is up. */
export const inOwnNetwork = (...command: readonly string[]): [string, ...string[]] => [
  'unshare',
  ...LOOPBACK_ONLY,
  ...command,
]

/** Why no network of its own can be had here; null: it can. */
export function cannotBeAlone(): string | null {
  if (process.platform !== 'linux') return 'only Linux has network namespaces'
  const [program, ...args] = inOwnNetwork('true')
  const tried = spawnSync(program, args, { encoding: 'utf8' })
  return tried.status === 0 ? null : `no network namespace: ${tried.error?.message ?? tried.stderr.trim()}`
}

/** Of the namespace that this process is in. */
export function countedOf(pid: number | 'self'): Counted {
  const read = (file: string): string => readFileSync(`/proc/${pid}/net/${file}`, 'utf8')
  const [v4, v6] = [read('snmp'), read('snmp6')]
  const of4 = (protocol: string, name: string): number => {
    const [names = [], values = []] = [...v4.matchAll(new RegExp(`^${protocol}: (.*)$`, 'gm'))].map(
      ([, line = '']) => line.split(' '),
    )
    return numberOf(values[names.indexOf(name)])
  }
  const of6 = (name: string): number => numberOf(new RegExp(`^${name}\\s+(\\d+)$`, 'm').exec(v6)?.[1])
  return {
    outside: of4('Ip', 'OutNoRoutes') + of6('Ip6OutNoRoutes'),
    connections: of4('Tcp', 'ActiveOpens'), // of both versions of IP
    datagrams: of4('Udp', 'OutDatagrams') + of6('Udp6OutDatagrams'),
    packets: numberOf(/^ *lo: *(?:\d+ +){9}(\d+)/m.exec(read('dev'))?.[1]),
  }
}

/** Throws where the kernel counts something under another name: that is no zero. */
function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d+$/.test(text)) throw new Error('the kernel has no such count')
  return Number(text)
}
