/** `npm run docs`: writes the pages of docs/ that follow from tables of the code. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandsPage } from './commands-page.ts'
import { root } from '../machine/machine.mjs'
import { settingsPage } from './settings-page.ts'
import { windowTextsPage } from './window-texts.ts'

writeFileSync(path.join(root, 'docs/settings.md'), settingsPage())
writeFileSync(path.join(root, 'docs/commands.md'), commandsPage())
writeFileSync(path.join(root, 'docs/texts.md'), windowTextsPage())
