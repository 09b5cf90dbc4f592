/**
 * Further tools that an assistant might have, for the runs with 10, 20, 32 and 50: schemas of 60 to 250 tokens that must be
 * told apart from Pixie's own. They are made up and do nothing.
 */
import type { BoundTool } from '../../src/main/model/engine.ts'
import type { StringSchema, ValueSchema } from '../../src/shared/json-schema.ts'

export type StandIn = Omit<BoundTool, 'execute'>

const wordsLength = 120
const mostItems = 8

const words = (description: string): StringSchema => ({ type: 'string', maxLength: wordsLength, description })
const day = (description: string): StringSchema => ({ type: 'string', format: 'date', description })
const choice = (description: string, allowed: readonly string[]): StringSchema => ({
  type: 'string',
  enum: allowed,
  description,
})
const many = (description: string): ValueSchema => ({
  type: 'array',
  maxItems: mostItems,
  items: { type: 'string', maxLength: wordsLength },
  description,
})
const tool = (name: string, description: string, properties: Record<string, ValueSchema>): StandIn => ({
  name,
  description,
  parameters: { type: 'object', properties },
})

const standIns: readonly StandIn[] = [
  tool(
    'send_message',
    'Send a short text message to one of the contacts by phone or messenger. The message is delivered at once and cannot be taken back.',
    {
      contact: words('name of the person as it stands in the contacts'),
      text: words('what the message says'),
      channel: choice('sms, messenger or mail', ['sms', 'messenger', 'mail']),
    },
  ),
  tool('set_alarm', 'Set an alarm on the phone that rings at a time of day, once or on chosen weekdays.', {
    time: words('when it rings, HH:MM'),
    label: words('what is shown while it rings'),
    days: many('weekdays on which it repeats; empty = once'),
  }),
  tool('start_timer', 'Start a countdown that rings when it is over.', {
    minutes: words('how long, in minutes'),
    label: words('what the timer is for'),
  }),
  tool('play_music', 'Play a song, an album or a playlist on a loudspeaker of the home.', {
    query: words('title, artist or mood'),
    speaker: words('where it is played'),
    shuffle: choice('whether the order is mixed', ['yes', 'no']),
  }),
  tool('weather_forecast', 'Forecast of temperature, rain and wind for a place over the coming days.', {
    place: words('town or postcode'),
    day: day('first day, YYYY-MM-DD'),
    days: words('number of days, at most ten'),
  }),
  tool(
    'set_thermostat',
    'Set the target temperature of a room and how long it holds before the programme takes over again.',
    {
      room: words('name of the room'),
      celsius: words('target in degrees'),
      until: words('when it ends, HH:MM; empty = next change'),
    },
  ),
  tool('switch_light', 'Switch lamps on or off, dim them, or give them a colour.', {
    room: words('room or name of the lamp'),
    state: choice('what they should do', ['on', 'off', 'dim']),
    percent: words('brightness from 0 to 100'),
    colour: words('name of a colour; empty = as it is'),
  }),
  tool('lock_door', 'Lock or unlock an outer door. Unlocking asks on the phone first.', {
    door: choice('front, back or garage', ['front', 'back', 'garage']),
    action: choice('lock or unlock', ['lock', 'unlock']),
  }),
  tool('track_parcel', 'Where a parcel is and when it should arrive, by its tracking number.', {
    number: words('tracking number as printed'),
    carrier: words('name of the carrier; empty = find out'),
  }),
  tool('convert_currency', 'Convert an amount of money with the rate of a day.', {
    amount: words('figure with a full stop as decimal sign'),
    from: words('three-letter code'),
    to: words('three-letter code'),
    day: day('day of the rate, YYYY-MM-DD'),
  }),
  tool('translate_text', 'Translate a text between two languages and keep its tone.', {
    text: words('what is translated'),
    from: words('language it is in; empty = find out'),
    to: words('language it should be in'),
    formal: choice('how people are addressed', ['formal', 'informal']),
  }),
  tool('define_word', 'Meaning, pronunciation and origin of a word.', {
    word: words('the word'),
    language: words('its language'),
  }),
  tool('search_recipes', 'Recipes for what is in the kitchen, with times and amounts.', {
    ingredients: many('what should be used'),
    without: many('what must not be in it'),
    minutes: words('longest time to cook'),
  }),
  tool('add_shopping_item', 'Put something on the shared shopping list.', {
    item: words('what to buy'),
    amount: words('how much of it'),
    shop: words('where; empty = anywhere'),
  }),
  tool('read_shopping_list', 'Read the shared shopping list, open or bought items.', {
    which: choice('which items', ['open', 'bought', 'all']),
    shop: words('of this shop only; empty = all'),
  }),
  tool('create_task', 'Create a task in the task manager with a due day, a project and people.', {
    title: words('what is to be done'),
    due: day('YYYY-MM-DD'),
    project: words('name of the project; empty = inbox'),
    people: many('who is to do it'),
  }),
  tool('complete_task', 'Mark a task of the task manager as done.', {
    title: words('words of the task'),
    note: words('remark to keep with it; empty = none'),
  }),
  tool('book_table', 'Ask a restaurant for a table and put the answer into the inbox.', {
    restaurant: words('name and town'),
    day: day('YYYY-MM-DD'),
    time: words('HH:MM'),
    people: words('number of guests'),
    wish: words('seat, chair for a child, allergies; empty = none'),
  }),
  tool('find_restaurant', 'Restaurants near a place with opening hours, kitchen and rating.', {
    near: words('place or address'),
    kitchen: words('kind of food; empty = any'),
    open: words('when it must be open, HH:MM; empty = now'),
  }),
  tool('plan_route', 'Route between two places by car, train, bicycle or on foot, with times and changes.', {
    from: words('start; empty = here'),
    to: words('destination'),
    by: choice('how to travel', ['car', 'train', 'bicycle', 'foot']),
    leave: words('departure, HH:MM; empty = now'),
    avoid: many('what to avoid'),
  }),
  tool('train_departures', 'Next departures of trains from a station with platform and delay.', {
    station: words('name of the station'),
    direction: words('where to; empty = all'),
    count: words('how many, at most twelve'),
  }),
  tool('flight_status', 'Whether a flight is on time, with gate and terminal.', {
    flight: words('flight number'),
    day: day('YYYY-MM-DD'),
  }),
  tool('call_taxi', 'Order a taxi to an address for now or later.', {
    address: words('where it comes to'),
    to: words('destination; empty = unknown'),
    time: words('HH:MM; empty = now'),
    seats: words('number of people'),
  }),
  tool('bank_balance', 'Balance of an account at the bank, and what is reserved.', {
    account: words('name of the account'),
    day: day('as of the end of this day, YYYY-MM-DD'),
  }),
  tool(
    'list_transactions',
    'Payments of an account in a stretch of time, filtered by words, kind or least amount.',
    {
      account: words('name of the account'),
      start: day('first day, YYYY-MM-DD'),
      end: day('last day, YYYY-MM-DD'),
      words: words('payee or purpose holds these; empty = all'),
      kind: choice('which payments', ['in', 'out', 'both']),
      least: words('least amount; empty = any'),
    },
  ),
  tool('pay_bill', 'Prepare a payment that the owner confirms in the bank app.', {
    payee: words('who is paid'),
    iban: words('account number of the payee'),
    amount: words('figure with a full stop as decimal sign'),
    purpose: words('what is written on it'),
    day: day('when it is carried out, YYYY-MM-DD'),
  }),
  tool('stock_price', 'Price of a share with the change of the day.', {
    symbol: words('ticker or name of the company'),
    exchange: words('which exchange; empty = its home'),
  }),
  tool('news_headlines', 'Headlines of today by topic and country.', {
    topic: words('topic in one word'),
    country: words('two-letter code'),
    count: words('how many, at most ten'),
  }),
  tool('web_search', 'Search the public web and give titles with short excerpts.', {
    query: words('words to search for'),
    site: words('one site only; empty = all'),
    since: day('not older than this day, YYYY-MM-DD'),
  }),
  tool('open_website', 'Fetch a public page and give its readable text.', {
    address: words('full address of the page'),
    part: words('heading to start at; empty = the beginning'),
  }),
  tool('take_photo', 'Take a picture with the camera of a device and keep it.', {
    device: words('which device'),
    camera: choice('which camera', ['front', 'back']),
    album: words('where it is kept; empty = all pictures'),
  }),
  tool('describe_image', 'Say what is in a picture, with text that can be read in it.', {
    image: words('name of the picture'),
    detail: choice('how much is said', ['short', 'long']),
  }),
  tool('record_audio', 'Record sound with a microphone for some time.', {
    device: words('which device'),
    seconds: words('how long'),
    name: words('what the recording is called'),
  }),
  tool('transcribe_audio', 'Write down what is said in a recording, with speakers told apart.', {
    recording: words('name of the recording'),
    language: words('its language; empty = find out'),
    times: choice('whether times are written', ['yes', 'no']),
  }),
  tool('step_count', 'Steps and distance walked in a stretch of days.', {
    start: day('first day, YYYY-MM-DD'),
    end: day('last day, YYYY-MM-DD'),
  }),
  tool('log_weight', 'Write a weight into the health record.', {
    kilograms: words('figure with a full stop as decimal sign'),
    day: day('YYYY-MM-DD'),
  }),
  tool('sleep_report', 'How long and how well was slept in a stretch of nights, with times of waking.', {
    start: day('first night, YYYY-MM-DD'),
    end: day('last night, YYYY-MM-DD'),
    detail: choice('what is told', ['hours', 'phases', 'all']),
  }),
  tool('water_plants', 'Water a bed of the garden for some minutes, unless it rained.', {
    bed: words('name of the bed'),
    minutes: words('how long'),
    force: choice('also after rain', ['yes', 'no']),
  }),
  tool('vacuum_room', 'Send the robot to clean rooms now or later.', {
    rooms: many('which rooms'),
    mode: choice('how it cleans', ['quiet', 'normal', 'strong']),
    time: words('HH:MM; empty = now'),
  }),
  tool('camera_events', 'What the cameras around the house saw in a stretch of time.', {
    camera: words('which camera; empty = all'),
    start: day('first day, YYYY-MM-DD'),
    end: day('last day, YYYY-MM-DD'),
    kind: choice('what was seen', ['person', 'car', 'animal', 'any']),
  }),
  tool(
    'charge_car',
    'Start or stop charging the car, up to a share of its battery, with cheap power only if wished.',
    {
      action: choice('start or stop', ['start', 'stop']),
      percent: words('share of the battery at which it ends'),
      cheap: choice('with cheap power only', ['yes', 'no']),
      ready: words('when it must be ready, HH:MM; empty = as soon as it can'),
    },
  ),
  tool('find_contact', 'Phone numbers, addresses and birthdays of people in the address book.', {
    name: words('name or part of it'),
    field: choice('what is wanted', ['phone', 'mail', 'address', 'birthday', 'all']),
  }),
  tool('search_mail', 'Find mails in the mailbox by words, sender, folder and time, newest first.', {
    words: words('words in it; empty = all'),
    from: words('sender; empty = anybody'),
    folder: words('name of the folder; empty = inbox'),
    start: day('not older than, YYYY-MM-DD'),
    end: day('not newer than, YYYY-MM-DD'),
    attachments: choice('with files only', ['yes', 'no']),
  }),
  tool('draft_mail', 'Write a draft of a mail that the owner sends.', {
    to: many('addresses'),
    subject: words('subject line'),
    text: words('body in plain text'),
    reply: choice('whether it answers the last mail of that person', ['yes', 'no']),
  }),
]

/** The first `count`; none for less than one. Throws when there are not that many. */
export function standInTools(count: number): readonly StandIn[] {
  if (count > standIns.length) throw new Error(`There are ${standIns.length} further tools, not ${count}.`)
  return standIns.slice(0, Math.max(0, count))
}
