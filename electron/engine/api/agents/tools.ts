import { createAgentTools } from '../../agents/agent-tools.ts'
import { lookup } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'

/** Threadbeat's tools for agents, used from a person's own session. */
export function toolHandlers({
  ports,
  store,
  engine,
  documents,
  environment = {},
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'documents' | 'environment'>) {
  const { threadOr } = lookup(store)
  return {
    call: os.tools.call.handler(async ({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      const tools = createAgentTools({
        ports,
        store,
        documents,
        environment,
        advice: engine.advice,
        desk: engine.desk,
        onScores: null,
        caller: {
          threadId: thread.id,
          runId: null,
          origin: 'person',
          turn: null,
          tracked: false,
          hops: 0,
          onlyOwnWords: true,
          suggestions: new Set(),
          asked: [],
        },
      })
      const answer = await ports.tools.call(tools, input.tool, input.input)
      ports.log('debug', 'mcp.called', { threadId: thread.id, tool: input.tool, ok: answer.ok })
      engine.tick()
      return { ok: answer.ok, text: answer.ok ? answer.value : answer.error }
    }),
  }
}
