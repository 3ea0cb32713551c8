import { expect, it } from 'vitest'
import { remotePage } from './remote-page.ts'

it.each([
  ['git@github.com:acme/shop.git', 'https://github.com/acme/shop'],
  ['ssh://git@gitlab.example.org:2222/team/sub/shop.git', 'https://gitlab.example.org/team/sub/shop'],
  ['https://me:secret@github.com/acme/shop.git', 'https://github.com/acme/shop'],
  ['https://git.example.org:8443/acme/shop/', 'https://git.example.org:8443/acme/shop'],
  ['http://git.example.org/acme/shop', 'https://git.example.org/acme/shop'],
  ['git://example.org/shop.git', 'https://example.org/shop'],
])('%s has the page %s', (remote, page) => expect(remotePage(remote)).toBe(page))

it.each([
  '',
  '/srv/git/shop.git',
  '../shop.git',
  'file:///srv/shop.git',
  'C:\\repos\\shop',
  'C:/repos/shop',
  'https://github.com',
  'javascript://x/%0aalert(1)',
  'ext::sh -c evil',
])('%s has none', (remote) => {
  expect(remotePage(remote)).toBeNull()
})
