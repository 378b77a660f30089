/**
 * Offsets of named time zones, with the daylight rules that hold since 2008.
 *
 * In: an IANA name and a moment in seconds since 1970. Out: seconds east of Greenwich. A small
 * table stands for the time zone database, whose size would not be worth it here.
 */
import { civilTime, daysFromCivil, weekdayOf } from './civil-time.ts';

export interface TimeZone {
  readonly name: string;
  /** Seconds east of Greenwich at that moment. */
  offsetAt(unixSeconds: number): number;
}

const hour = 3600;

/** The day of a month on which its n-th Sunday falls; -1: the last one. */
function sunday(year: number, month: number, n: number): number {
  if (n > 0) {
    const first = daysFromCivil(year, month, 1);
    return first + ((7 - weekdayOf(first)) % 7) + (n - 1) * 7;
  }
  const next = month === 12 ? daysFromCivil(year + 1, 1, 1) : daysFromCivil(year, month + 1, 1);
  return next - 1 - weekdayOf(next - 1);
}

/** When the clock goes forward and back in a year, in seconds since 1970. */
type Rule = (year: number, standard: number) => { readonly on: number; readonly off: number };

const at = (day: number, hours: number): number => day * 24 * hour + hours * hour;

const rules: Readonly<Record<string, Rule>> = {
  US: (year, standard) => ({
    on: at(sunday(year, 3, 2), 2) - standard,
    off: at(sunday(year, 11, 1), 1) - standard,
  }),
  EU: (year) => ({ on: at(sunday(year, 3, -1), 1), off: at(sunday(year, 10, -1), 1) }),
  AU: (year, standard) => ({
    on: at(sunday(year, 10, 1), 2) - standard,
    off: at(sunday(year, 4, 1), 2) - standard,
  }),
  NZ: (year, standard) => ({
    on: at(sunday(year, 9, -1), 2) - standard,
    off: at(sunday(year, 4, 1), 2) - standard,
  }),
};

/** `offset in hours, rule`: the zones that share them. */
const table: readonly (readonly [number, string, string])[] = [
  [-10, '', 'Pacific/Honolulu'],
  [-9, 'US', 'America/Anchorage'],
  [-8, 'US', 'America/Los_Angeles America/Vancouver US/Pacific'],
  [-7, '', 'America/Phoenix'],
  [-7, 'US', 'America/Denver America/Edmonton US/Mountain'],
  [-6, '', 'America/Mexico_City America/Costa_Rica America/Guatemala'],
  [-6, 'US', 'America/Chicago America/Winnipeg US/Central'],
  [-5, '', 'America/Bogota America/Lima America/Panama America/Jamaica EST'],
  [-5, 'US', 'America/New_York America/Toronto America/Detroit US/Eastern'],
  [-4, '', 'America/Caracas America/La_Paz America/Puerto_Rico'],
  [-4, 'US', 'America/Halifax Atlantic/Bermuda'],
  [-3.5, 'US', 'America/St_Johns'],
  [-3, '', 'America/Sao_Paulo America/Argentina/Buenos_Aires America/Montevideo'],
  [-1, '', 'Atlantic/Cape_Verde'],
  [0, '', 'UTC Etc/UTC GMT Etc/GMT Zulu Africa/Abidjan Africa/Accra Atlantic/Reykjavik'],
  [0, 'EU', 'Europe/London Europe/Dublin Europe/Lisbon Atlantic/Canary WET'],
  [1, '', 'Africa/Lagos Africa/Algiers Africa/Tunis Africa/Kinshasa'],
  [
    1,
    'EU',
    'Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome Europe/Amsterdam Europe/Brussels ' +
      'Europe/Vienna Europe/Zurich Europe/Stockholm Europe/Oslo Europe/Copenhagen ' +
      'Europe/Prague Europe/Warsaw Europe/Budapest Europe/Belgrade Europe/Luxembourg CET',
  ],
  [2, '', 'Africa/Johannesburg Africa/Maputo Africa/Harare Africa/Tripoli'],
  [2, 'EU', 'Europe/Athens Europe/Helsinki Europe/Kyiv Europe/Bucharest Europe/Sofia EET'],
  [3, '', 'Europe/Moscow Europe/Istanbul Asia/Riyadh Asia/Baghdad Africa/Nairobi Asia/Qatar'],
  [3.5, '', 'Asia/Tehran'],
  [4, '', 'Asia/Dubai Asia/Tbilisi Asia/Yerevan Asia/Baku'],
  [4.5, '', 'Asia/Kabul'],
  [5, '', 'Asia/Karachi Asia/Tashkent Asia/Almaty Asia/Yekaterinburg'],
  [5.5, '', 'Asia/Kolkata Asia/Calcutta Asia/Colombo'],
  [5.75, '', 'Asia/Kathmandu'],
  [6, '', 'Asia/Dhaka Asia/Omsk'],
  [7, '', 'Asia/Bangkok Asia/Jakarta Asia/Ho_Chi_Minh Asia/Novosibirsk'],
  [8, '', 'Asia/Shanghai Asia/Singapore Asia/Hong_Kong Asia/Taipei Asia/Manila Australia/Perth'],
  [8, '', 'Asia/Kuala_Lumpur Asia/Irkutsk PRC Singapore Hongkong'],
  [9, '', 'Asia/Tokyo Asia/Seoul Japan'],
  [9.5, '', 'Australia/Darwin'],
  [9.5, 'AU', 'Australia/Adelaide'],
  [10, '', 'Australia/Brisbane Asia/Vladivostok Pacific/Guam'],
  [10, 'AU', 'Australia/Sydney Australia/Melbourne Australia/Hobart Australia/Canberra'],
  [12, '', 'Pacific/Fiji Asia/Kamchatka'],
  [12, 'NZ', 'Pacific/Auckland NZ'],
];

const zones = new Map<string, TimeZone>();
for (const [hours, ruleName, names] of table) {
  const rule = rules[ruleName];
  for (const name of names.split(' ')) zones.set(name, zoneOf(name, hours * hour, rule));
}

function zoneOf(name: string, standard: number, rule: Rule | undefined): TimeZone {
  if (rule === undefined) return { name, offsetAt: () => standard };
  return {
    name,
    offsetAt(unixSeconds) {
      const { on, off } = rule(civilTime(unixSeconds + standard).year, standard);
      // South of the equator the summer spans the end of the year.
      const isSummer =
        on < off ? unixSeconds >= on && unixSeconds < off : unixSeconds >= on || unixSeconds < off;
      return standard + (isSummer ? hour : 0);
    },
  };
}

export const utc: TimeZone = zoneOf('UTC', 0, undefined);

/** The zone of that name; undefined when the table does not know it. */
export function timeZoneOf(name: string): TimeZone | undefined {
  if (name === '') return utc;
  // The sign of these names is reversed.
  const fixed = /^Etc\/GMT([+-])(\d{1,2})$/.exec(name);
  if (fixed === null) return zones.get(name);
  const hours = Number(fixed[2]);
  const west = fixed[1] === '+';
  if (hours > (west ? 12 : 14)) return undefined;
  return zoneOf(name, (west ? -hours : hours) * hour, undefined);
}
