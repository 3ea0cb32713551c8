import {
  ERROR_WORDS,
  list,
  asRecord,
  remember,
  str,
  texts,
  told,
  type Entry,
  type Json,
  type ModelUsage,
  type Reply,
  type Wire,
} from './model-server-wire.ts'

/** Google's generateContent, as Gemini CLI asks. */
export const gemini: Wire = {
  name: 'gemini',
  ending: /\/models\/[^/]+:(?:streamG|g)enerateContent$/,
  ends: null,
  inPath: (pathname) => {
    const [, model = '', verb = ''] = /\/models\/([^/]+):(\w+)$/.exec(pathname) ?? []
    return { model, stream: verb === 'streamGenerateContent' }
  },
  read(body) {
    const entries: Entry[] = []
    for (const { role, parts } of list(body['contents']))
      for (const part of list(parts)) {
        const answered = asRecord(part['functionResponse'])
        if (part['functionResponse'] !== undefined)
          entries.push({
            kind: 'result',
            result: {
              id: str(answered['id']),
              tool: str(answered['name']),
              text: resultText(asRecord(answered['response'])),
            },
          })
        else if (str(part['text']) !== '')
          entries.push({ kind: role === 'model' ? 'reply' : 'prompt', text: str(part['text']) })
      }
    return {
      system: list(asRecord(body['systemInstruction'])['parts'])
        .map((part) => str(part['text']))
        .join('\n\n'),
      tools: remember(
        body,
        list(body['tools'])
          .flatMap((t) => list(t['functionDeclarations']))
          .map((t) => ({ name: str(t['name']), namespace: null })),
      ),
      ...told(entries),
    }
  },
  *events({ model, pieces, call, usage }) {
    for (const piece of pieces) yield [null, answer(model, [{ text: piece }], null)]
    yield [null, answer(model, call === null ? [] : [callPart(call)], usage)]
  },
  whole: ({ model, pieces, call, usage }) =>
    answer(
      model,
      [...texts(pieces).map((text): Json => ({ text })), ...(call === null ? [] : [callPart(call)])],
      usage,
    ),
  error: (status) => ({
    error: { code: status, message: ERROR_WORDS[status] ?? 'Error', status: 'ERROR' },
  }),
}

const resultText = (response: Json): string =>
  str(response['output']) || str(response['error']) || JSON.stringify(response)

const callPart = (call: NonNullable<Reply['call']>): Json => ({
  functionCall: { id: call.id, name: call.name, args: call.args },
})

/** `usage` null: more follows. */
const answer = (model: string, parts: readonly Json[], usage: ModelUsage | null) => ({
  modelVersion: model,
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(usage !== null && { finishReason: 'STOP' }) },
  ],
  ...(usage !== null && {
    usageMetadata: {
      promptTokenCount: usage.input + usage.cached,
      cachedContentTokenCount: usage.cached,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.cached + usage.output,
    },
  }),
})
