import { describe, expect, it } from 'vitest'
import { isLocal, parseAddress, tlsOf } from './address.ts'

describe('an address', () => {
  it.each([
    [
      'postgres://me:s@db.lan/fleet',
      { host: 'db.lan', port: 5432, database: 'fleet', role: 'me', password: 's' },
    ],
    [
      'postgresql://me@[::1]:6000/fleet',
      { host: '::1', port: 6000, database: 'fleet', role: 'me', password: '' },
    ],
    [
      'postgres://a%40b:p%3A%2F%3F%23%40%20@h/d%2Fe',
      { host: 'h', port: 5432, database: 'd/e', role: 'a@b', password: 'p:/?#@ ' },
    ],
    ['postgres://me:a:b@h/d', { host: 'h', port: 5432, database: 'd', role: 'me', password: 'a:b' }],
    [
      'postgres://me@/d?host=/run/pg',
      { host: '/run/pg', port: 5432, database: 'd', role: 'me', password: '' },
    ],
    [
      'postgres://me@%2Frun%2Fpg:5433/d',
      { host: '/run/pg', port: 5433, database: 'd', role: 'me', password: '' },
    ],
    [
      'postgres://me@h/d?sslmode=verify-full',
      { host: 'h', port: 5432, database: 'd', role: 'me', password: '' },
    ],
    [
      'postgres://me@localhost/d?sslmode=disable',
      { host: 'localhost', port: 5432, database: 'd', role: 'me', password: '' },
    ],
  ])('%s', (text, address) => {
    expect(parseAddress(text, null)).toEqual({ ok: true, value: { ...address, ca: null } })
  })

  it.each([
    ['', 'this is no address of a PostgreSQL'],
    ['mysql://me:hush@h/d', 'this is no address of a PostgreSQL'],
    ['postgres://h/d', 'the address has no user'],
    ['postgres://me:hush@/d', 'the address has no host'],
    ['postgres://me:hush@h', 'the address has no database'],
    ['postgres://me:hush@h:0/d', 'the address has the port 0, not 1 to 65535'],
    ['postgres://me:hush@h:99999/d', 'the address has the port 99999, not 1 to 65535'],
    ['postgres://me:hush%@h/d', 'the address has a % that stands for nothing'],
    [
      'postgres://me:hush@h/d?sslmode=require',
      'the address has sslmode=require, and off this machine only verify-full is used',
    ],
    [
      'postgres://me:hush@h/d?sslmode=disable',
      'the address has sslmode=disable, and off this machine only verify-full is used',
    ],
    ['postgres://me:hush@h/d?sslrootcert=x', 'the address has "sslrootcert", which is not known here'],
  ])('%s is none: %s', (text, why) => {
    const read = parseAddress(text, null)
    expect(read).toEqual({
      ok: false,
      error: {
        code: 'hub.unfit',
        message: `${why}; an address is postgres://USER:PASSWORD@HOST:PORT/DATABASE`,
      },
    })
  })

  it('is sent nothing without TLS, but on this machine', () => {
    const at = (host: string, ca: string | null = null) =>
      tlsOf({ host, port: 1, database: 'd', role: 'r', password: 'p', ca })
    for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '::1', '/run/pg']) {
      expect(isLocal(host)).toBe(true)
      expect(at(host)).toEqual({ ok: true, value: false })
    }
    for (const host of [
      'db.lan',
      '10.0.0.1',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '0.0.0.0',
      '::',
    ]) {
      expect(isLocal(host)).toBe(false)
      expect(at(host)).toMatchObject({ ok: true, value: { rejectUnauthorized: true, minVersion: 'TLSv1.2' } })
    }
    expect(at('db.lan', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toMatchObject({
      ok: false,
      error: { code: 'hub.refused', message: expect.stringContaining('cannot be read') as string },
    })
  })
})
