package org.thetisdb.cli.option;

import org.thetisdb.history.verdict.Level;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a level by the name that it has in commands. */
public final class LevelConverter implements ITypeConverter<Level> {
  @Override
  public Level convert(String value) {
    try {
      return Level.of(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
