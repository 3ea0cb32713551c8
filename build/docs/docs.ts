/** `npm run docs`: writes the pages of docs/ that follow from tables of the code. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandsPage } from './commands-page.ts'
import { heartbeatJsonPage } from './heartbeat-json-page.ts'
import { jsonPage, printedJson } from './json/page.ts'
import { root } from '../machine/machine.mjs'
import type { JsonSchema } from './schema-table.ts'
import { settingsPage } from './settings-page.ts'
import { toolsPage } from './tools-page.ts'
import { webhooksPage } from './webhooks-page.ts'
import { windowTextsPage } from './window-texts.ts'

writeFileSync(path.join(root, 'docs/settings.md'), settingsPage())
writeFileSync(path.join(root, 'docs/commands.md'), commandsPage())
writeFileSync(path.join(root, 'docs/json.md'), jsonPage(printedJson()))
writeFileSync(path.join(root, 'docs/texts.md'), windowTextsPage())
const schema = JSON.parse(readFileSync(path.join(root, 'docs/heartbeat.schema.json'), 'utf8')) as JsonSchema
writeFileSync(path.join(root, 'docs/heartbeat-json.md'), heartbeatJsonPage(schema))
writeFileSync(path.join(root, 'docs/tools.md'), toolsPage())
writeFileSync(path.join(root, 'docs/webhooks.md'), webhooksPage())
