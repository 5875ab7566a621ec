package org.thetisdb.relational.log;

import java.util.List;

/**
 * A part of a log.
 *
 * @param head where the log ended when it was read
 * @param records from the version on that was asked for, none left out between; empty if the log
 *     has none from there on
 */
public record LogPage(LogHead head, List<byte[]> records) {}
