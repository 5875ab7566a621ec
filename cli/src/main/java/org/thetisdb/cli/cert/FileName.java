package org.thetisdb.cli.cert;

import java.util.regex.Pattern;

/** What a name may be as a part of a file's name. Stateless. */
final class FileName {
  private static final Pattern ELSE = Pattern.compile("[^\\p{L}\\p{N}._-]");

  private FileName() {}

  /** The name, with a hyphen for what a path could take for something else. */
  static String of(String name) {
    return ELSE.matcher(name).replaceAll("-");
  }
}
