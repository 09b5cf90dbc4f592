/** The clock and zone that everything uses; `--now` and `--tz` set them. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number
  /** IANA zone, e.g. `Europe/Berlin`. */
  readonly zone: string
}
