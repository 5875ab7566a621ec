package org.thetisdb.sql.code;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.commons.compiler.InternalCompilerException;
import org.codehaus.janino.ClassLoaderIClassLoader;
import org.codehaus.janino.Java;
import org.codehaus.janino.Parser;
import org.codehaus.janino.Scanner;
import org.codehaus.janino.UnitCompiler;
import org.codehaus.janino.util.ClassFile;

/**
 * Makes classes of Java text. The compiler's view of the classes that are there is kept from one
 * text to the next, with what was looked for and not found: looking for classes by name took most
 * of the time. Safe for all threads; of several at once one takes the view, the others make one.
 */
final class ClassMaker {
  /** After so many texts the view is made anew, as it keeps each name that was looked for. */
  private static final int MOST_TEXTS_OF_A_VIEW = 500;

  private static final AtomicReference<View> SPARE = new AtomicReference<>();

  private ClassMaker() {}

  /** What the compiler knows of classes. */
  private static final class View {
    private final ClassLoaderIClassLoader classes =
        new ClassLoaderIClassLoader(ClassMaker.class.getClassLoader());
    private int texts;
  }

  /**
   * An object of the class that a text declares.
   *
   * @param name of the class
   * @param text of a whole file
   * @throws CompileException if no class can be made of it, as when it is too large
   */
  static Object make(String name, String text) throws CompileException {
    View taken = SPARE.getAndSet(null);
    View view = taken == null ? new View() : taken;
    List<ClassFile> files = compiled(text, view);
    if (++view.texts < MOST_TEXTS_OF_A_VIEW) {
      SPARE.set(view);
    }
    try {
      return new Made(files).loadClass(name).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a class that was made cannot be used", e);
    }
  }

  private static List<ClassFile> compiled(String text, View view) throws CompileException {
    try {
      Java.AbstractCompilationUnit unit =
          new Parser(new Scanner(null, new StringReader(text))).parseAbstractCompilationUnit();
      List<ClassFile> files = new ArrayList<>();
      new UnitCompiler(unit, view.classes).compileUnit(false, false, false, files);
      return files;
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory cannot be read", e);
    } catch (InternalCompilerException | StackOverflowError e) {
      throw new CompileException("a text that the compiler cannot take", null, e);
    }
  }

  /** Holds the classes of one text, so that they go when nobody uses them. */
  private static final class Made extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();

    Made(List<ClassFile> compiled) {
      super(ClassMaker.class.getClassLoader());
      compiled.forEach(each -> files.put(each.getThisClassName(), each.toByteArray()));
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] file = files.remove(name);
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, file, 0, file.length);
    }
  }
}
