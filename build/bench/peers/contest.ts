import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { root } from '../../machine/machine.mjs'

/** One thing that both do: what it gives is compared before anything is measured. */
export interface Case {
  readonly name: string
  readonly ours: () => unknown
  readonly theirs: () => unknown
}

export interface Contest {
  readonly figure: string
  /** Name and version. */
  readonly peer: string
  /** How often each side goes through its cases in a turn. */
  readonly times: number
  /** Turns of each process, of which the median counts. */
  readonly turns: number
  readonly cases: readonly Case[]
  /** What it opened. */
  readonly close?: () => void
}

interface Checked {
  /** Those of which both give the same: only they are measured. */
  readonly equal: readonly Case[]
  /** Names of the others. */
  readonly differing: readonly string[]
}

/** A side that throws differs. */
export function check({ cases }: Pick<Contest, 'cases'>): Checked {
  const equal = cases.filter(isEqual)
  return { equal, differing: cases.filter((one) => !equal.includes(one)).map(({ name }) => name) }
}

/** Of two looks the second counts: one that asks the clock may have met the next minute between the two sides. */
function isEqual({ ours, theirs }: Case): boolean {
  const look = (): boolean => {
    const own = ours()
    try {
      return isDeepStrictEqual(own, theirs())
    } catch {
      return false
    }
  }
  return look() || look()
}

const SHOWN = 4

/** What the table says below it. null: nothing differs. */
export function differences(
  { figure, peer }: Pick<Contest, 'figure' | 'peer'>,
  checked: Checked,
): string | null {
  const { equal, differing } = checked
  if (differing.length === 0) return null
  const shown = differing.slice(0, SHOWN).join(', ')
  const more = differing.length > SHOWN ? `, and ${differing.length - SHOWN} more` : ''
  return (
    `${figure}: ${peer} differs in ${differing.length} of ${differing.length + equal.length} cases, which are left ` +
    `out for both (${shown}${more}).`
  )
}

/** "croner 11.0.1", as package.json has it. */
export function versionOf(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const version = devDependencies[name]
  if (version === undefined) throw new Error(`package.json has no ${name}`)
  return `${name} ${version}`
}
