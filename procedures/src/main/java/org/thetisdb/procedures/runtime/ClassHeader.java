package org.thetisdb.procedures.runtime;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;

/**
 * What a class file says of itself, read without loading it: its name, its superclass and its
 * interfaces, with slashes.
 */
record ClassHeader(String name, String superName, List<String> interfaces) {
  private static final int MAGIC = 0xcafebabe;
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;

  /** Bytes behind the tag of each kind of constant; -1 where there is no such kind. */
  private static final int[] CONSTANT_BYTES = {
    -1, -1, -1, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, -1, -1, 3, 2, 4, 4, 2, 2
  };

  /**
   * Reads the header.
   *
   * @throws CodecException if this is no class file
   */
  static ClassHeader read(byte[] file) {
    ByteReader reader = new ByteReader(file);
    if (reader.getInt() != MAGIC) {
      throw new CodecException("no class file");
    }
    reader.skip(4);
    int[] constants = readConstants(reader);
    reader.skip(2);
    String name = className(file, constants, reader.getUnsignedShort());
    int superIndex = reader.getUnsignedShort();
    String superName = superIndex == 0 ? "" : className(file, constants, superIndex);
    List<String> interfaces = new ArrayList<>();
    for (int i = reader.getUnsignedShort(); i > 0; i--) {
      interfaces.add(className(file, constants, reader.getUnsignedShort()));
    }
    return new ClassHeader(name, superName, interfaces);
  }

  /** Where each constant begins, at its tag. */
  private static int[] readConstants(ByteReader reader) {
    int[] positions = new int[reader.getUnsignedShort()];
    for (int i = 1; i < positions.length; i++) {
      positions[i] = reader.position();
      int tag = reader.getUnsignedByte();
      int length = tag < CONSTANT_BYTES.length ? CONSTANT_BYTES[tag] : -1;
      length = tag == UTF8 ? reader.getUnsignedShort() : length;
      if (length < 0) {
        throw new CodecException("a constant with tag " + tag);
      }
      reader.skip(length);
      i += tag == LONG || tag == DOUBLE ? 1 : 0;
    }
    return positions;
  }

  private static String className(byte[] file, int[] constants, int index) {
    int at = position(file, constants, index, CLASS);
    int name = (file[at + 1] & 0xff) << 8 | (file[at + 2] & 0xff);
    return text(file, position(file, constants, name, UTF8) + 1);
  }

  private static int position(byte[] file, int[] constants, int index, int tag) {
    if (index >= constants.length || constants[index] == 0 || file[constants[index]] != tag) {
      throw new CodecException("constant " + index + " is not of kind " + tag);
    }
    return constants[index];
  }

  private static String text(byte[] file, int at) {
    ByteArrayInputStream bytes = new ByteArrayInputStream(file, at, file.length - at);
    try (DataInputStream input = new DataInputStream(bytes)) {
      return input.readUTF();
    } catch (IOException e) {
      throw new CodecException("a name that is no text");
    }
  }
}
