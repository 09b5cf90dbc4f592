import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { PixieError } from '../../shared/errors.ts'
import type { SettingsStore } from '../settings/settings.ts'

/** A machine whose files are known. */
export interface Device {
  readonly id: string
  readonly name: string
  /** ISO 8601 with offset. */
  readonly lastSeen: string
  readonly files: number
}

/** This machine's id in this profile, kept in its settings; minted on first use, never changed. */
export function thisDeviceId(settings: SettingsStore): string {
  const kept = settings.get('deviceId')
  if (kept !== null) return kept
  const id = `device-${randomUUID().slice(0, 8)}`
  settings.set('deviceId', id)
  return id
}

/** The host's name as people know it: `adas-macbook`, not `adas-macbook.local`. */
export function thisDeviceName(host: string = hostname()): string {
  return host.replace(/\.(?:local|lan|home)$/i, '') || 'this computer'
}

/** The device that a person or a model means, by id or name, or null. */
export function deviceCalled(devices: readonly Device[], wanted: string): Device | null {
  const given = wanted.trim().toLowerCase()
  return (
    devices.find(({ id }) => id === given) ?? devices.find(({ name }) => name.toLowerCase() === given) ?? null
  )
}

/** As `deviceCalled`; throws `not-found` listing the ids. */
export function findDevice(devices: readonly Device[], wanted: string): Device {
  const found = deviceCalled(devices, wanted)
  if (found !== null) return found
  throw new PixieError('not-found', {
    what: 'There is no such device',
    value: wanted,
    hint: `Use one of ${devices.map((device) => `${device.id} (${device.name})`).join(', ')}.`,
  })
}
