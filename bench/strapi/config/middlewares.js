module.exports = [
  "strapi::errors",
  "strapi::security",
  "strapi::cors",
  "strapi::query",
  "strapi::body",
  "strapi::favicon",
  "strapi::public",
];
