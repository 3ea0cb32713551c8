import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'

type Json = Readonly<Record<string, unknown>>

/** Bounds are told when they are broken: each would cost tokens with every request of every run. */
const LEFT_OUT =
  /^(\$schema|minLength|maxLength|minItems|maxItems|minimum|maximum|default|additionalProperties)$/

/**
 * The input of a tool as a model is shown it, short. It lets everything through: what comes is checked against the
 * whole schema by `callTool`, whose words a model can mend its call by.
 */
export function shownSchema(input: z.ZodType): StandardSchemaWithJSON {
  const json = (): Record<string, unknown> => briefOf(input)
  return {
    '~standard': {
      version: 1,
      vendor: 'threadbeat',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  }
}

/** Each is asked for with every request, and never changes. */
const known = new WeakMap<z.ZodType, Record<string, unknown>>()

function briefOf(input: z.ZodType): Record<string, unknown> {
  const shown = known.get(input) ?? (brief(z.toJSONSchema(input, { io: 'input' })) as Record<string, unknown>)
  known.set(input, shown)
  return shown
}

function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(brief)
  if (typeof value !== 'object' || value === null) return value
  if ('oneOf' in value && Array.isArray(value.oneOf)) return oneShape(value.oneOf as Json[])
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !LEFT_OUT.test(key) && !(key === 'type' && 'enum' in value))
      .map(([key, part]) => [key, key === 'properties' ? eachBrief(part as Json) : brief(part)]),
  )
}

/** A property may be called as a bound is. */
const eachBrief = (properties: Json): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, brief(schema)]))

/** Shapes that `do` tells apart, as one: what each of them takes stands in the words of `do`. */
function oneShape(shapes: readonly Json[]): Json {
  const uses = shapes.map(({ properties }) => Object.entries(properties as Record<string, Json>))
  const doOf = (use: (typeof uses)[number]): string =>
    String(use.find(([name]) => name === 'do')?.[1]['const'])
  const takes = uses.map(
    (use) => `${doOf(use)}: ${use.flatMap(([name]) => (name === 'do' ? [] : name)).join(', ')}`,
  )
  return {
    type: 'object',
    properties: {
      do: { enum: uses.map(doOf), description: takes.join('; ') },
      ...united(uses.flat().filter(([name]) => name !== 'do')),
    },
    required: ['do'],
  }
}

/** Of two with the same name the words of the first, and the values of both. */
function united(properties: readonly (readonly [string, Json])[]): Json {
  const all: Record<string, Json> = {}
  for (const [name, schema] of properties) {
    const { [name]: known } = all
    const values = new Set(
      [known, schema].flatMap((s) => (s?.['enum'] as readonly unknown[] | undefined) ?? []),
    )
    all[name] = { ...schema, ...known, ...(values.size > 0 && { enum: [...values] }) }
  }
  return eachBrief(all)
}
