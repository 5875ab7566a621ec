/**
 * Settings: what can be set, where a value may come from, and the refusal of whatever does not fit.
 * {@link org.thetisdb.core.config.ThetisSettings} is the catalogue.
 */
package org.thetisdb.core.config;
