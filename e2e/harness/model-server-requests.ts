import type { Protocol } from './model-server-wire.ts'

const TOOL = { type: 'object', properties: {} }
export interface Turn {
  readonly call: string // the model's
  readonly result: string
}
/** A request as each CLI makes it: instructions, a prompt, tools, and what came of an earlier call. */
export const REQUEST: Record<
  Exclude<Protocol, 'gemini'>,
  {
    readonly path: string
    readonly body: (prompt: string, turn: Turn | null) => object
    readonly tool: string
  }
> = {
  messages: {
    path: '/v1/messages?beta=true',
    tool: 'mcp__threadbeat__report',
    body: (prompt, turn) => ({
      model: 'claude-x',
      max_tokens: 10,
      system: [{ type: 'text', text: 'the rules' }],
      tools: [
        { name: 'Bash', input_schema: TOOL },
        { name: 'mcp__threadbeat__report', input_schema: TOOL },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '<system-reminder>\nsome context\n</system-reminder>' },
            { type: 'text', text: prompt },
          ],
        },
        ...(turn === null
          ? []
          : [
              { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: turn.call, input: {} }] },
              {
                role: 'user',
                content: [
                  { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: turn.result }] },
                ],
              },
              { role: 'system', content: 'tokens left' },
            ]),
      ],
    }),
  },
  responses: {
    path: '/v1/responses',
    tool: 'mcp__threadbeat__report',
    body: (prompt, turn) => ({
      model: 'gpt-x',
      tools: [
        { type: 'function', name: 'exec_command', parameters: TOOL },
        {
          type: 'namespace',
          name: 'mcp__threadbeat',
          tools: [{ type: 'function', name: 'report', parameters: TOOL }],
        },
        { type: 'web_search' },
      ],
      input: [
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'the rules' }] },
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: '<environment_context>\n</environment_context>' }],
        },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] },
        ...(turn === null
          ? []
          : [
              {
                type: 'function_call',
                call_id: 'c1',
                name: 'report',
                namespace: 'mcp__threadbeat',
                arguments: '{}',
              },
              { type: 'function_call_output', call_id: 'c1', output: turn.result },
            ]),
      ],
    }),
  },
  chat: {
    path: '/v1/chat/completions',
    tool: 'threadbeat-report',
    body: (prompt, turn) => ({
      model: 'gpt-x',
      tools: [
        { type: 'function', function: { name: 'bash', parameters: TOOL } },
        { type: 'function', function: { name: 'threadbeat-report', parameters: TOOL } },
      ],
      messages: [
        { role: 'system', content: 'the rules' },
        { role: 'user', content: prompt },
        ...(turn === null
          ? []
          : [
              {
                role: 'assistant',
                content: null,
                tool_calls: [{ id: 'c1', type: 'function', function: { name: turn.call, arguments: '{}' } }],
              },
              { role: 'tool', tool_call_id: 'c1', content: turn.result },
            ]),
      ],
    }),
  },
}
