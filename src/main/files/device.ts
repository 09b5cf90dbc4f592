import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { PixieError } from '../../shared/errors.ts'

/** A machine whose files are known. */
export interface Device {
  readonly id: string
  readonly name: string
  /** ISO 8601 with offset. */
  readonly lastSeen: string
  readonly files: number
}

/** Where the profile keeps this machine's id; made once, never changed. */
export interface DeviceIdStore {
  get(): string | null
  set(id: string): void
}

/** This machine's id in this profile, minted on first use. */
export function thisDeviceId(store: DeviceIdStore): string {
  const kept = store.get()
  if (kept !== null) return kept
  const id = `device-${randomUUID().slice(0, 8)}`
  store.set(id)
  return id
}

/** The host's name as people know it: `adas-macbook`, not `adas-macbook.local`. */
export function thisDeviceName(host: string = hostname()): string {
  return host.replace(/\.(?:local|lan|home)$/i, '') || 'this computer'
}

/** The device that a person or a model means, by id or name. Throws `not-found` listing the ids. */
export function findDevice(devices: readonly Device[], wanted: string): Device {
  const trimmed = wanted.trim()
  const found =
    devices.find((device) => device.id === trimmed) ??
    devices.find((device) => device.name.toLowerCase() === trimmed.toLowerCase())
  if (found !== undefined) return found
  throw new PixieError('not-found', {
    what: 'There is no such device',
    value: wanted,
    hint: `Use one of ${devices.map((device) => `${device.id} (${device.name})`).join(', ')}.`,
  })
}
