/** `npm run docs`: writes the pages of docs/ that follow from tables of the code. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './machine.mjs'
import { settingsPage } from './settings-page.ts'

writeFileSync(path.join(root, 'docs/settings.md'), settingsPage())
