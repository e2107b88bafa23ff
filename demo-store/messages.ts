/** A message left with the contact form. */
export type DemoMessage = {
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  daysAgo: number;
};

export const demoMessages: readonly DemoMessage[] = [
  {
    name: 'Adaobi Chukwu',
    email: 'adaobi.chukwu@demo.shop',
    phone: '+2340000000111',
    subject: 'Aṣọ ẹbí for sixty guests',
    message:
      'Good afternoon. My mother turns seventy in four months and we are about sixty people on our side. Could you weave one aso-oke head tie and one cap for each, in wine? What would a sample cost?',
    daysAgo: 1,
  },
  {
    name: 'Kúnlé Ajáyí',
    email: 'kunle.ajayi@demo.shop',
    phone: null,
    subject: 'Delivery to London',
    message:
      'I am in Peckham and my size is in your book from last December. Can the royal brocade agbada reach me in three weeks, and who pays the customs?',
    daysAgo: 3,
  },
  {
    name: 'Hauwa Bello',
    email: 'hauwa.bello@demo.shop',
    phone: '+2340000000113',
    subject: 'Dry cleaning of a shadda kaftan',
    message:
      'My husband’s white shadda has a palm-oil stain on the sleeve. Do you clean pieces that were not sewn by you, and do you beat them again afterwards?',
    daysAgo: 5,
  },
  {
    name: 'Ngozi Umeh',
    email: 'ngozi.umeh@demo.shop',
    phone: '+2340000000114',
    subject: 'Shoes in my own cloth',
    message:
      'I have half a yard of my grandmother’s George left. Is that enough for a pair of mules in size 39 and a small clutch?',
    daysAgo: 8,
  },
  {
    name: 'Olúwaṣeun Balógun',
    email: 'seun.balogun@demo.shop',
    phone: null,
    subject: 'Apprenticeship at the workroom',
    message:
      'Good day. I finished two years of pattern drafting in Abẹ́òkúta and would like to learn hand embroidery. Do you take apprentices, and may I come with my samples on a Saturday?',
    daysAgo: 15,
  },
  {
    name: 'Grace Ekanem',
    email: 'grace.ekanem@demo.shop',
    phone: '+2340000000116',
    subject: 'Thank you for the twirl gown',
    message:
      'Just to say that the gown came on Thursday and she slept in it. The hem was exactly right. Please thank the cutter’s daughter for testing it.',
    daysAgo: 19,
  },
];
