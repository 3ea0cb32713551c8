// What makes `electron FOLDER` start the app in FOLDER. The official runtime brings its own; the one from
// the registry has none, so this is packed into it (see electron-runtime.mjs).
'use strict'
const { app } = require('electron')
const fs = require('node:fs')
const path = require('node:path')
const { createRequire } = require('node:module')

const given = process.argv.slice(1)
const preloaded = []
let folder = null
for (let i = 0; i < given.length; i++) {
  const arg = given[i]
  if (arg === '-r' || arg === '--require') preloaded.push(given[++i])
  else if (!arg.startsWith('-')) {
    folder = path.resolve(arg)
    break
  }
}

const fromHere = createRequire(path.join(process.cwd(), 'electron'))
for (const name of preloaded) fromHere(name)

if (folder === null) {
  console.error('electron: no app folder was given')
  app.exit(1)
} else {
  const manifestFile = path.join(folder, 'package.json')
  const isFolder = fs.existsSync(manifestFile)
  const manifest = isFolder ? JSON.parse(fs.readFileSync(manifestFile, 'utf8')) : {}
  if (manifest.productName || manifest.name) app.setName(manifest.productName ?? manifest.name)
  if (manifest.version) app.setVersion(manifest.version)
  app.setDesktopName(manifest.desktopName ?? `${app.getName()}.desktop`)
  app.setAppPath(isFolder ? folder : path.dirname(folder))
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })
  // Synchronous on purpose: the app's main file has things to register before `ready`.
  require(isFolder ? path.join(folder, manifest.main ?? 'index.js') : folder)
}
