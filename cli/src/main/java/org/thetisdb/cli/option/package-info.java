/** What commands share: options, and how they write. */
package org.thetisdb.cli.option;
