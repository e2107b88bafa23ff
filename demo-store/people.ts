export type DemoUserKey =
  | 'amara'
  | 'tunde'
  | 'folake'
  | 'chidinma'
  | 'ibrahim'
  | 'yetunde'
  | 'emeka'
  | 'zainab';

/** An account of the demonstration shop. */
export type DemoUser = {
  key: DemoUserKey;
  firstName: string;
  lastName: string;
  email: string;
  /** For contact only; numbers of a range that rings nobody. */
  phone: string | null;
  role: 'user' | 'admin' | 'super_admin';
  /** Age of the account in days on the day of seeding. */
  daysAgo: number;
};

export const demoUsers: readonly DemoUser[] = [
  {
    key: 'amara',
    firstName: 'Amara',
    lastName: 'Okafor',
    email: 'customer@demo.shop',
    phone: '+2340000000101',
    role: 'user',
    daysAgo: 96,
  },
  {
    key: 'tunde',
    firstName: 'Tunde',
    lastName: 'Bakare',
    email: 'admin@demo.shop',
    phone: '+2340000000102',
    role: 'admin',
    daysAgo: 410,
  },
  {
    key: 'folake',
    firstName: 'Folake',
    lastName: 'Adeyemi',
    email: 'super@demo.shop',
    phone: '+2340000000103',
    role: 'super_admin',
    daysAgo: 430,
  },
  {
    key: 'chidinma',
    firstName: 'Chidinma',
    lastName: 'Eze',
    email: 'chidinma.eze@demo.shop',
    phone: '+2340000000104',
    role: 'user',
    daysAgo: 74,
  },
  {
    key: 'ibrahim',
    firstName: 'Ibrahim',
    lastName: 'Danjuma',
    email: 'ibrahim.danjuma@demo.shop',
    phone: '+2340000000105',
    role: 'user',
    daysAgo: 51,
  },
  {
    key: 'yetunde',
    firstName: 'Yétúndé',
    lastName: 'Àlàbí',
    email: 'yetunde.alabi@demo.shop',
    phone: null,
    role: 'user',
    daysAgo: 33,
  },
  {
    key: 'emeka',
    firstName: 'Emeka',
    lastName: 'Nwosu',
    email: 'emeka.nwosu@demo.shop',
    phone: '+2340000000107',
    role: 'user',
    daysAgo: 28,
  },
  {
    key: 'zainab',
    firstName: 'Zainab',
    lastName: 'Sani',
    email: 'zainab.sani@demo.shop',
    phone: null,
    role: 'user',
    daysAgo: 12,
  },
];
