import { describe, expect, it } from 'vitest'
import { USUAL_TOOLS } from '../../../shared/agents/tool-limits.ts'
import { shownSchema } from './shown-schema.ts'
import { TOOLS } from './tools.ts'

const shownOf = (name: keyof typeof TOOLS): Record<string, unknown> =>
  shownSchema(TOOLS[name].input)['~standard'].jsonSchema.input({ target: 'draft-2020-12' })

describe('what a model reads of the tools, with every request', () => {
  it('is about a thousand tokens', () => {
    const read = USUAL_TOOLS.map((name) => {
      const { description, input } = TOOLS[name]
      const schema = shownSchema(input)['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
      return JSON.stringify({ name, description, input_schema: schema })
    })
    // Four characters are a token, more or less.
    expect(read.join('').length).toBeLessThan(4100)
  })
  it('has one shape for all edits, which names what each takes and every value of each property', () => {
    const { properties } = shownOf('heartbeat_write') as unknown as {
      properties: {
        edits: { items: { properties: Record<string, { enum?: string[]; description?: string }> } }
      }
    }
    const edit = properties.edits.items.properties
    expect(edit['do']?.enum).toEqual(
      'addTask removeTask tick moveTask rewordTask addFlag clearFlag appendNote moveWork'.split(' '),
    )
    expect(edit['do']?.description).toContain('moveTask: key, to;')
    expect(edit['to']?.enum).toEqual(['quick', 'hourly', 'daily', 'in-progress', 'done', 'failed'])
    expect(Object.keys(edit).sort()).toEqual(['do', 'id', 'key', 'note', 'on', 'text', 'tier', 'to'])
  })
  it('keeps what must be given', () => {
    expect(shownOf('report')).toMatchObject({ required: ['status', 'tasks'] })
    expect(shownOf('flag')).toMatchObject({ required: ['text', 'on'] })
  })
})
