import { schemaTable, type JsonSchema } from './schema-table.ts'

/** docs/heartbeat-json.md, from docs/heartbeat.schema.json. */
export const heartbeatJsonPage = (schema: JsonSchema): string => `# HEARTBEAT.json

<!-- Written from docs/heartbeat.schema.json by \`npm run docs\`; a test holds that it is true. -->

${schema.description ?? ''} A key that is not understood is named as a problem of its thread, and the others count.

Editors check and complete it where the file names its description:

\`\`\`json
{
  "$schema": "https://raw.githubusercontent.com/threadbeat/threadbeat/main/docs/heartbeat.schema.json",
  "interval": "30m",
  "activeHours": { "start": "08:00", "end": "19:00" },
  "dailyAt": "08:30"
}
\`\`\`

${schemaTable(schema)}
`
