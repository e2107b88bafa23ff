// Where the shop is. The currency and the time zone of a shop are settings; these are what they are without one.

/** Of prices and of the pages' `lang`. An English locale with points before decimals, because the texts are English. */
export const LOCALE = 'en-NG';
export const DEFAULT_CURRENCY = 'NGN';
/** About what a megabyte of mobile data costs, in the default currency. */
export const DEFAULT_DATA_PRICE = 1.3;
export const DEFAULT_TIME_ZONE = 'Africa/Lagos';

/** A phone number as hints and messages show it. */
export const EXAMPLE_PHONE = '+2348012345678';
/** A place on the map as the message about STORE_LOCATION shows it. */
export const EXAMPLE_LOCATION = '6.5095,3.3711';

/** Numbers that customers write without a country code. */
export const HOME_NUMBERS = {
  callingCode: '234',
  /** Dialled nationally, with the leading zero. */
  national: /^0\d{10}$/,
  /** A mobile number without its leading zero. */
  mobile: /^[789]\d{9}$/,
};

/** What the shop is to search engines: a type of schema.org. */
export const SHOP_TYPE = 'ClothingStore';
