import { describe, expect, it } from 'vitest'
import { standIns } from '../../testing/stand-in.ts'

const { run } = standIns(
  'copilot',
  (body) => `
const file = process.env.COPILOT_OTEL_FILE_EXPORTER_PATH
const span = (attributes) => fs.appendFileSync(file, JSON.stringify({ type: 'span', attributes }) + '\\n')
const request = (input, output, cached = 0) => span({
  'gen_ai.operation.name': 'chat', 'gen_ai.response.model': 'gpt-5.4', 'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output, 'gen_ai.usage.cache_read.input_tokens': cached })
${body}`,
)
const AT_MOST = { toolCalls: 50, repeats: 5, usd: 0.5 }
const on = `setInterval(() => {}, 1000)`

describe('what each request of Copilot took', () => {
  it('ends a run whose requests have cost more than it may, and counts as what the run took', async () => {
    const { result, survivors } = await run(
      `request(100000, 2000, 40000); span({ 'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.usage.input_tokens': 900000, 'gen_ai.usage.output_tokens': 9000 })
      request(100000, 2000); request(100000, 2000); ${on}`,
      { limits: AT_MOST },
    )
    expect(result.fault).toEqual({
      code: 'agent.over_budget',
      message: 'it has spent $0.75; the limit is $0.50',
    })
    expect(result.turn).toMatchObject({ usage: { input: 260_000, cached: 40_000, output: 6000 } })
    expect(result.turn?.costUsd).toBeCloseTo((260_000 * 2.5 + 40_000 * 0.25 + 6000 * 15) / 1e6)
    expect(survivors).toEqual([])
  })

  it('ends it also where some lines come late, by what the others took', async () => {
    const { result } = await run(
      `const answer = () => fs.writeSync(1, JSON.stringify({ type: 'assistant.message', data: { content: 'x' } }) + '\\n')
       request(40000, 0); answer()
       setTimeout(() => { for (let i = 0; i < 5; i++) answer() }, 1000); ${on}`,
      { limits: AT_MOST },
    )
    expect(result.fault).toEqual({
      code: 'agent.over_budget',
      message: 'it has spent about $0.60 (estimated); the limit is $0.50',
    })
  })

  it('counts where the run told less at its end, as one that was cut off does, and not where it told more', async () => {
    const told = (inputTokens: number) => `
      const metrics = { 'gpt-5.4': { usage: { inputTokens: ${inputTokens}, outputTokens: 10 } } }
      const [, usageFile] = process.argv.join(' ').match(/--usage-output-file=(\\S+)/)
      fs.writeFileSync(usageFile, JSON.stringify({ modelMetrics: metrics }))
      request(1000, 10); request(1000, 10)`
    expect((await run(told(1000))).result.turn?.usage).toEqual({ input: 2000, cached: 0, output: 20 })
    expect((await run(told(3000))).result.turn?.usage).toEqual({ input: 3000, cached: 0, output: 10 })
  })

  it('names the session of a run that is cut off before it prints it', async () => {
    const { result } = await run(
      `span({ 'gen_ai.conversation.id': '0b5e2c1e-7d42-4d5b-9b1c-3f0a5d1e2c3d' }); request(400000, 0); ${on}`,
      { limits: AT_MOST },
    )
    expect(result.turn?.sessionId).toBe('0b5e2c1e-7d42-4d5b-9b1c-3f0a5d1e2c3d')
  })

  it('is not asked for without what was said, nor of a person who sends it elsewhere', async () => {
    const show = `log(JSON.stringify(Object.keys(process.env).filter((name) => name.includes('OTEL_')).sort()))
      log(process.env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT ?? 'absent')`
    const [names, content] = (await run(show)).log
    expect(names).toContain('COPILOT_OTEL_FILE_EXPORTER_PATH')
    expect(content).toBe('false')
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://example.test' }
    expect((await run(show, {}, {}, { env })).log).toEqual(['["OTEL_EXPORTER_OTLP_ENDPOINT"]', 'absent'])
  })
})
